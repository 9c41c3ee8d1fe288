import { befriend, chat, commentOnProfile, requestFriendship } from './befriend-and-write.ts';
import type { Community } from './community-types.ts';
import { conversations } from './message-texts.ts';

/** The demo account has more friends than a page shows. */
const friendCount = 24;
const requestCount = 3;
const commentCount = 14;

/** Friendships, requests, comments and conversations of today with the demo account. */
export async function befriendDemoAccount({ session, players, demo }: Community): Promise<void> {
  if (!demo) return;
  const friends = players.slice(0, friendCount);
  for (const friend of friends) {
    session.wait(3_000);
    await befriend(session, friend, demo);
  }
  for (const stranger of players.slice(friendCount, friendCount + requestCount)) {
    await requestFriendship(session, stranger, demo);
  }
  for (let written = 0; written < commentCount; written += 1) {
    const author = session.choose(friends);
    session.wait(30_000);
    if (author) await commentOnProfile(session, author, demo);
  }
  for (const [place, texts] of conversations.entries()) {
    const friend = friends[place];
    if (friend) await chat(session, [friend, demo], texts);
  }
}
