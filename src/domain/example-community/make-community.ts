import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, exists, notExists, sql } from 'drizzle-orm';
import { cardKinds, gamePrices, gameSales, games } from '#database/schema.ts';
import { createGuestAccount } from '../accounts/registration/create-guest.ts';
import type { Ctx } from '../context.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { buy } from './acts-of-players.ts';
import { answer, discuss, type ExamplePicture, post } from './befriend-and-write.ts';
import { befriendDemoAccount } from './befriend-demo-account.ts';
import { collectSets, craftBadges, fillShowcases } from './collect-sets.ts';
import {
  type Community,
  type CommunitySize,
  type Happening,
  hourOfDay,
  hoursBefore,
} from './community-types.ts';
import { createPlayer, type Invent, type InventedAccount } from './create-player.ts';
import { makeExampleGroup } from './example-group.ts';
import {
  createExampleSession,
  type ExamplePlayer,
  type ExampleSession,
} from './example-session.ts';
import { offerSwaps } from './offer-swaps.ts';
import { planDaysOfPlayer } from './plan-days-of-player.ts';
import { type PlayerPlan, planPlayers } from './plan-players.ts';
import { leaveListings, leaveOrders, trade } from './trade-on-market.ts';

/** How often players look whether they can craft badges. */
const daysBetweenCrafts = 5;
/** In its last days the demo account crafts nothing, so that its last complete sets stay. */
const daysWithoutCrafts = 20;

interface Making {
  size: CommunitySize;
  /** Invents the next player. */
  invent: Invent;
  /** The account that people log in to, to look around; null without one. */
  demoAccount: InventedAccount | null;
  pictures: readonly ExamplePicture[];
  /**
   * Called before each step, with the part of the history that is made, 0 to 1; throws when another node has taken
   * over.
   */
  onStep: (share: number) => Promise<void> | void;
}

/**
 * Makes a community of invented players who buy, play, trade and write, through the use cases of the application and
 * in the order of time, up to the time of the context. The same random numbers make the same community.
 */
export async function makeCommunity(ctx: Ctx, making: Making): Promise<void> {
  const { size, demoAccount, pictures, onStep } = making;
  const now = ctx.clock.now();
  const session = createExampleSession(ctx, hourOfDay(now, size.registration[0], 0));
  const gameIds = await findGames(session, size.gamesMax);
  const community: Community = { session, size, gameIds, players: [], demo: null, now };
  const plans = planPlayers(session, size, {
    hasDemo: demoAccount !== null,
    catalogGames: gameIds.length,
  });
  const happenings = [
    ...planLives(community, plans, making),
    ...planEvenings(community, plans),
    ...planDiscussions(community),
    ...planPictures(community, pictures),
    ...planLastHours(community),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  for (const [place, { at, happen }] of happenings.entries()) {
    await onStep(place / happenings.length);
    session.moveTo(at);
    await happen();
  }
  await session.ctx.accounts.presence.flush();
}

/** The games of the bundle at the price of the site: those with a card set of their own, then the best known. */
async function findGames({ ctx: { db } }: ExampleSession, count: number): Promise<number[]> {
  const rowOf = (table: typeof gamePrices | typeof gameSales | typeof cardKinds) =>
    db.select({ id: table.gameId }).from(table).where(eq(table.gameId, games.id));
  const rows = await db
    .select({ id: games.id })
    .from(games)
    .where(
      and(
        eq(games.source, 'bundle'),
        eq(games.isHidden, false),
        notExists(rowOf(gamePrices)),
        notExists(rowOf(gameSales)),
      ),
    )
    .orderBy(
      desc(exists(rowOf(cardKinds))),
      desc(sql`coalesce(${games.ratingsCount}, 0)`),
      asc(games.id),
    )
    .limit(count);
  return rows.map(({ id }) => id);
}

function planLives(
  community: Community,
  plans: readonly PlayerPlan[],
  { demoAccount, invent }: Pick<Making, 'demoAccount' | 'invent'>,
): Happening[] {
  return plans.flatMap((plan) => {
    const create = plan.isDemo && demoAccount ? () => demoAccount : invent;
    return planDaysOfPlayer(community, plan, () => createPlayer(community.session, create));
  });
}

/** The sales of each evening, between players who are there then, and what collectors do with their cards. */
function planEvenings(community: Community, plans: readonly PlayerPlan[]): Happening[] {
  const firstDay = Math.max(...plans.flatMap(({ days }) => days));
  const demoDays = plans.find(({ isDemo }) => isDemo)?.days ?? [];
  return Array.from({ length: firstDay }, (_, place) => {
    const daysAgo = firstDay - place;
    return {
      at: hourOfDay(community.now, daysAgo, 22.5),
      async happen() {
        await trade(community, place / firstDay);
        if (demoDays.includes(daysAgo)) {
          await collectSets(community, { crafts: daysAgo > daysWithoutCrafts });
        }
        if (daysAgo % daysBetweenCrafts === 0) await craftBadges(community);
        // Who was there on this day.
        await community.session.ctx.accounts.presence.flush();
      },
    };
  });
}

/** The discussions of the last days, each with its comments in the hours after it. The demo account starts the first. */
function planDiscussions(community: Community): Happening[] {
  const { session, size, now } = community;
  return size.threads.flatMap((thread, place) => {
    const hoursAgo = 223 - (place * 202) / size.threads.length;
    const hoursBetween = Math.min(5, (hoursAgo - 2) / thread.comments.length);
    let begun: { author: ExamplePlayer; discussionId: string } | null = null;
    return [
      {
        at: hoursBefore(now, hoursAgo),
        async happen() {
          const author = (place === 0 && community.demo) || session.choose(community.players);
          const discussionId = author && (await discuss(session, author, thread));
          if (discussionId) begun = { author, discussionId };
        },
      },
      ...thread.comments.map((text, comment) => ({
        at: hoursBefore(now, hoursAgo - hoursBetween * (comment + 1)),
        async happen() {
          if (!begun) return;
          const { author, discussionId } = begun;
          const others = community.players.filter((player) => player !== author);
          const commenter = thread.isPrivate ? author : session.choose(others);
          if (commenter) await answer(session, commenter, { discussionId, text });
        },
      })),
    ];
  });
}

function planPictures(
  { session, players, now }: Community,
  pictures: readonly ExamplePicture[],
): Happening[] {
  return pictures.map((picture, place) => ({
    at: hoursBefore(now, 100 - (place * 90) / pictures.length),
    async happen() {
      const author = session.choose(players);
      if (author) await post(session, author, picture);
    },
  }));
}

/** What waits at the end: requests, sales, listings, orders and trade offers. */
function planLastHours(community: Community): Happening[] {
  const steps: [number, () => Promise<unknown>][] = [
    [6, () => befriendDemoAccount(community)],
    [5, () => trade(community, 1)],
    [4, () => leaveListings(community)],
    [3, () => fillShowcases(community)],
    [2.5, () => letGuestsLookAround(community)],
    [2, () => leaveOrders(community)],
    [1, () => offerSwaps(community)],
    [0.5, () => makeExampleGroup(community)],
  ];
  return steps.map(([hours, happen]) => ({ at: hoursBefore(community.now, hours), happen }));
}

/** Guests claim the reward and buy a game. */
async function letGuestsLookAround({ session, size, gameIds }: Community): Promise<void> {
  const { ctx } = session;
  for (let number = 0; number < size.guests; number += 1) {
    session.wait(60_000);
    const guest = { ...(await createGuestAccount(ctx)), registeredAt: null };
    await session.as(guest, () => claimDailyReward(ctx, { key: randomUUID() }));
    const gameId = session.choose(gameIds);
    if (gameId !== undefined) await buy(session, guest, gameId);
  }
}
