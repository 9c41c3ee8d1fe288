import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { openConversation } from '#domain/chat/open-conversation.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { comments, conversations } from '#domain/example-community/message-texts.ts';
import { sendFriendRequest } from '#domain/friends/requests/send-friend-request.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { demoLogin } from './demo-players.ts';
import { createDemoSession, type DemoParts, type DemoSession } from './demo-session.ts';

interface Player {
  id: string;
  /** With the capital letters of the registration. */
  username: string;
}

/** The demo account has more friends than a page shows. The other players have a few. */
const demoFriends = 24;
const demoRequests = 3;
const demoComments = 14;
const pairsEach = 1.5;

/**
 * Creates friendships, requests, comments and conversations of today for the demo account, and some for the
 * other players.
 */
export async function makeFriends(parts: DemoParts, usernames: readonly string[]): Promise<void> {
  // After the history, which ends yesterday, and before the trades.
  const session = createDemoSession(
    parts,
    'mingle',
    new Date(parts.now.getTime() - 6 * 60 * 60 * 1000),
  );
  const { me, others } = await everybody(session, usernames);
  const known = others.slice(0, demoFriends);
  for (const friend of known) await befriend(session, friend, me);
  for (const stranger of others.slice(demoFriends, demoFriends + demoRequests)) {
    await requestFriendship(session, stranger, me);
  }
  await befriendOthers(session, others);
  for (let written = 0; written < demoComments && known.length > 0; written += 1) {
    await comment(session, pick(session, known), me);
  }
  for (const [index, lines] of conversations.entries()) {
    const friend = known[index];
    if (friend) await chat(session, [friend, me], lines);
  }
  await session.ctx.notifier.flush();
}

async function everybody(session: DemoSession, usernames: readonly string[]) {
  const names = usernames.map((name) => name.toLowerCase());
  const rows: Player[] = await session.ctx.db
    .select({ id: users.id, username: users.displayUsername })
    .from(users)
    .where(inArray(users.username, names))
    .orderBy(users.username);
  const me = rows.find(({ username }) => username === demoLogin.username);
  if (!me) throw new Error('The demo account does not exist.');
  const others = rows.filter((row) => row !== me);
  // A fixed order that is not alphabetical.
  const order = ({ username }: Player) => [...username].reverse().join('');
  return { me, others: others.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)) };
}

async function befriendOthers(session: DemoSession, others: readonly Player[]): Promise<void> {
  const pairs = new Set<string>();
  for (let tries = 0; tries < others.length * pairsEach; tries += 1) {
    const [one, other] = [pick(session, others), pick(session, others)];
    const pair = [one.id, other.id].toSorted().join();
    if (one.id === other.id || pairs.has(pair)) continue;
    pairs.add(pair);
    await befriend(session, one, other);
    if (session.chance(0.5)) await comment(session, one, other);
  }
}

async function befriend(session: DemoSession, one: Player, other: Player): Promise<void> {
  await requestFriendship(session, one, other);
  await requestFriendship(session, other, one);
}

/** Sends a friend request; a request in each direction makes a friendship. Expected errors are ignored, so that an interrupted run can continue. */
async function requestFriendship(session: DemoSession, one: Player, other: Player): Promise<void> {
  session.wait(3_000);
  try {
    await session.as(one.id, () => sendFriendRequest(session.ctx, other));
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

async function comment(session: DemoSession, author: Player, owner: Player): Promise<void> {
  session.wait(3_000);
  const text = pick(session, comments);
  await session.as(author.id, () =>
    postProfileComment(session.ctx, { username: owner.username, text, key: randomUUID() }),
  );
}

async function chat(
  session: DemoSession,
  pair: readonly [Player, Player],
  lines: readonly string[],
): Promise<void> {
  for (const [index, text] of lines.entries()) {
    const [sender, recipient] = index % 2 === 0 ? pair : [pair[1], pair[0]];
    session.wait(20_000 + session.integer(60_000));
    await session.as(sender.id, async () => {
      const { conversationId } = await openConversation(session.ctx, recipient.username);
      await sendMessage(session.ctx, { conversationId, id: randomUUID(), text });
    });
  }
}

function pick<T>(session: DemoSession, list: readonly T[]): T {
  return list[session.integer(list.length)] as T;
}
