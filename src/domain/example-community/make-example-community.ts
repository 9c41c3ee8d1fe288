import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { exampleCommunityConstants } from '#shared/constants/example-community.ts';
import type { Ctx } from '../context.ts';
import {
  buyAndPlay,
  findExampleGames,
  leaveListings,
  leaveOrders,
  tradeForADay,
} from './collect-and-trade.ts';
import { createExamplePlayer } from './create-example-players.ts';
import {
  createExampleSession,
  type ExamplePlayer,
  type ExampleSession,
} from './example-session.ts';
import {
  answer,
  befriend,
  commentOnProfile,
  discuss,
  type ExamplePicture,
  exampleThreads,
  post,
} from './write-and-post.ts';

const dayMs = 24 * 60 * 60 * 1000;
const { players: playerCount, days } = exampleCommunityConstants;

/** Something that happened a while ago. */
interface Happening {
  daysAgo: number;
  happen: () => Promise<unknown>;
}

interface Making {
  pictures: readonly ExamplePicture[];
  /** Called before each step; throws when another node has taken over. */
  onStep: () => Promise<void>;
}

/**
 * Makes the example community: three weeks of some players who buy, play, trade and write, through the use cases
 * of the application and in the order of time. The rules of the configuration count, because no admin has changed
 * any before.
 */
export async function makeExampleCommunity(ctx: Ctx, { pictures, onStep }: Making): Promise<void> {
  const now = ctx.clock.now();
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs);
  const session = createExampleSession(ctx, at(days));
  const players = await createPlayers(session, { at, onStep });
  const happenings = [
    ...planMarket(session, players),
    ...planFriends(session, players),
    ...planDiscussions(session, players),
    ...planPictures(session, players, pictures),
  ].toSorted((one, other) => other.daysAgo - one.daysAgo);
  for (const { daysAgo, happen } of happenings) {
    await onStep();
    session.moveTo(at(daysAgo));
    await happen();
  }
  // They were there in the last days, one after the other.
  for (const [place, { id }] of players.entries()) {
    const lastSeenAt = at(0.05 + place * 0.3);
    await ctx.db.update(users).set({ lastSeenAt }).where(eq(users.id, id));
  }
}

/** The players register in the first days, and buy and play at once. */
async function createPlayers(
  session: ExampleSession,
  { at, onStep }: Pick<Making, 'onStep'> & { at: (daysAgo: number) => Date },
): Promise<ExamplePlayer[]> {
  const gameIds = await findExampleGames(session);
  const players: ExamplePlayer[] = [];
  for (let number = 0; number < playerCount; number += 1) {
    await onStep();
    session.moveTo(at(days - number * 0.4));
    const player = await createExamplePlayer(session);
    await buyAndPlay(session, player, gameIds);
    players.push(player);
  }
  return players;
}

function planMarket(session: ExampleSession, players: ExamplePlayer[]): Happening[] {
  const tradingDays = Array.from({ length: 11 }, (_, place) => 12.4 - place);
  return [
    ...tradingDays.map((daysAgo) => ({ daysAgo, happen: () => tradeForADay(session, players) })),
    { daysAgo: 0.9, happen: () => leaveListings(session, players) },
    { daysAgo: 0.5, happen: () => leaveOrders(session, players) },
  ];
}

/** Each player becomes a friend of the next two; some write on the profile of one of them. */
function planFriends(session: ExampleSession, players: ExamplePlayer[]): Happening[] {
  return players.flatMap((one, place) => {
    const friends = [1, 2].flatMap((step) => players[(place + step) % players.length] ?? []);
    return [
      ...friends.map((other, step) => ({
        daysAgo: 14 - place - step * 0.3,
        happen: () => befriend(session, one, other),
      })),
      {
        daysAgo: 10 - place * 0.8,
        happen: () => commentOnProfile(session, one, friends[place % 2] ?? one),
      },
    ];
  });
}

/** A discussion every day or two, and its comments in the hours after it. */
function planDiscussions(session: ExampleSession, players: ExamplePlayer[]): Happening[] {
  return exampleThreads.flatMap((thread, number) => {
    const begun = 9.3 - number * 1.4;
    const author = players[(number * 5) % players.length] as ExamplePlayer;
    const others = players.filter((player) => player !== author);
    let discussionId: string | null = null;
    return [
      {
        daysAgo: begun,
        happen: async () => {
          discussionId = await discuss(session, author, thread);
        },
      },
      ...thread.comments.map((text, place) => ({
        daysAgo: begun - 0.1 - place * 0.21,
        happen: async () => {
          const commenter = others[(number + place * 3) % others.length] as ExamplePlayer;
          if (discussionId) await answer(session, commenter, { discussionId, text });
        },
      })),
    ];
  });
}

function planPictures(
  session: ExampleSession,
  players: ExamplePlayer[],
  pictures: readonly ExamplePicture[],
): Happening[] {
  return pictures.map((picture, place) => ({
    daysAgo: 4.2 - (place * 3.8) / Math.max(1, pictures.length),
    happen: () =>
      post(session, players[(place * 4 + 1) % players.length] as ExamplePlayer, picture),
  }));
}
