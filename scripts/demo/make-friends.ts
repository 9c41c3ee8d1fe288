import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { openConversation } from '#domain/chat/open-conversation.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { sendRequest } from '#domain/friends/send-request.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { host } from './people.ts';
import { createWorld, type DemoParts, type World } from './world.ts';
import { comments, talks } from './write-messages.ts';

interface Somebody {
  id: string;
  /** As typed. */
  username: string;
}

/** Others know a few each, the host more than a page of a list shows. */
const hostFriends = 24;
const hostAskedBy = 3;
const hostComments = 14;
const pairsEach = 1.5;

/**
 * Who became friends today, and what they said: the host has friends, requests, comments and talks, and
 * the others have some.
 */
export async function mingle(parts: DemoParts, usernames: readonly string[]): Promise<void> {
  // After what they lived through until yesterday, and before they trade.
  const world = createWorld(parts, 'mingle', new Date(parts.now.getTime() - 6 * 60 * 60 * 1000));
  const { me, others } = await everybody(world, usernames);
  const known = others.slice(0, hostFriends);
  for (const friend of known) await befriend(world, friend, me);
  for (const stranger of others.slice(hostFriends, hostFriends + hostAskedBy)) {
    await ask(world, stranger, me);
  }
  await meetOthers(world, others);
  for (let written = 0; written < hostComments && known.length > 0; written += 1) {
    await comment(world, pick(world, known), me);
  }
  for (const [index, lines] of talks.entries()) {
    const friend = known[index];
    if (friend) await talk(world, [friend, me], lines);
  }
  await world.ctx.notifier.flush();
}

async function everybody(world: World, usernames: readonly string[]) {
  const names = usernames.map((name) => name.toLowerCase());
  const rows: Somebody[] = await world.ctx.db
    .select({ id: users.id, username: users.displayUsername })
    .from(users)
    .where(inArray(users.username, names))
    .orderBy(users.username);
  const me = rows.find(({ username }) => username === host.username);
  if (!me) throw new Error('The host of the demonstration is not there.');
  const others = rows.filter((row) => row !== me);
  // The same for the same people, and not the first of the alphabet.
  const order = ({ username }: Somebody) => [...username].reverse().join('');
  return { me, others: others.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)) };
}

async function meetOthers(world: World, others: readonly Somebody[]): Promise<void> {
  const met = new Set<string>();
  for (let tries = 0; tries < others.length * pairsEach; tries += 1) {
    const [one, other] = [pick(world, others), pick(world, others)];
    const pair = [one.id, other.id].toSorted().join();
    if (one.id === other.id || met.has(pair)) continue;
    met.add(pair);
    await befriend(world, one, other);
    if (world.chance(0.5)) await comment(world, one, other);
  }
}

async function befriend(world: World, one: Somebody, other: Somebody): Promise<void> {
  await ask(world, one, other);
  await ask(world, other, one);
}

/** Who asks whoever has asked becomes a friend; what an interrupted run did already stays. */
async function ask(world: World, one: Somebody, other: Somebody): Promise<void> {
  world.wait(3_000);
  try {
    await world.as(one.id, () => sendRequest(world.ctx, other));
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

async function comment(world: World, author: Somebody, owner: Somebody): Promise<void> {
  world.wait(3_000);
  const text = pick(world, comments);
  await world.as(author.id, () =>
    postProfileComment(world.ctx, { username: owner.username, text, key: randomUUID() }),
  );
}

async function talk(
  world: World,
  pair: readonly [Somebody, Somebody],
  lines: readonly string[],
): Promise<void> {
  for (const [index, text] of lines.entries()) {
    const [speaker, listener] = index % 2 === 0 ? pair : [pair[1], pair[0]];
    world.wait(20_000 + world.integer(60_000));
    await world.as(speaker.id, async () => {
      const { conversationId } = await openConversation(world.ctx, listener.username);
      await sendMessage(world.ctx, { conversationId, id: randomUUID(), text });
    });
  }
}

function pick<T>(world: World, list: readonly T[]): T {
  return list[world.integer(list.length)] as T;
}
