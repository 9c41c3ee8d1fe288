import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { cards, collectorTotals, users } from '#database/schema.ts';
import { listCardKinds } from '#domain/card-sets/list-card-set.ts';
import { recordCompleteSets } from '#domain/collections/record-complete-sets.ts';
import { craftBadge } from '#domain/crafting/craft-badge.ts';
import { getCollectorProgress } from '#domain/crafting/list-badges.ts';
import { listShowcaseCandidates, saveShowcase } from '#domain/profiles/showcase.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { profileColors, profileFrames } from '#shared/constants/profile-styles.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { demoLogin } from './demo-players.ts';
import type { DemoSession } from './demo-session.ts';
import { sellCardTo } from './sell-card-to.ts';

/** In its last days the demo account crafts nothing, so that its last complete sets stay. */
const lastDays = 20;
/** Badges come first in a showcase, then cards. */
const shownBadges = 2;

/**
 * Lets the demo account buy the cards that its sets of `games` miss from players who hold them, and craft
 * badges from the complete sets.
 */
export async function collectSets(
  session: DemoSession,
  {
    names,
    games,
    daysAgo,
  }: { names: readonly string[]; games: readonly number[]; daysAgo: number },
): Promise<void> {
  const { ctx } = session;
  const [demo] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, demoLogin.username));
  if (!demo) return;
  for (const gameId of games) {
    const kinds = await listCardKinds(ctx.db, gameId);
    const held = await ctx.db
      .select({ kindId: cards.kindId, ownerId: cards.ownerId, username: users.username })
      .from(cards)
      .innerJoin(users, eq(users.id, cards.ownerId))
      .where(
        and(
          eq(cards.gameId, gameId),
          eq(cards.state, 'held'),
          inArray(users.username, [...names, demoLogin.username]),
        ),
      )
      .orderBy(users.username);
    const isOwn = ({ ownerId }: { ownerId: string }) => ownerId === demo.id;
    const missing = kinds.filter(
      ({ id }) => !held.some((card) => card.kindId === id && isOwn(card)),
    );
    for (const { id: kindId, rarity } of missing) {
      const owners = held.filter((card) => card.kindId === kindId);
      const owner = owners[session.integer(Math.max(1, owners.length))];
      if (!owner) continue;
      const card = { ownerId: owner.ownerId, gameId, kindId, rarity };
      await sellCardTo(session, card, daysAgo, demo.id);
    }
    await recordCompleteSets(ctx);
    if (daysAgo <= lastDays) continue;
    session.wait(60_000);
    await session.as(demo.id, async () => {
      try {
        await craftBadge(ctx, { gameId, key: randomUUID() });
      } catch (error) {
        // The set is not complete yet.
        if (!isAppError(error)) throw error;
      }
    });
  }
}

/** Lets players with experience choose what their profiles show. */
export async function fillShowcases(session: DemoSession, names: readonly string[]): Promise<void> {
  const { ctx } = session;
  const collectors = await ctx.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(collectorTotals, eq(collectorTotals.userId, users.id))
    .where(and(eq(collectorTotals.month, 'ever'), inArray(users.username, [...names])))
    .orderBy(users.username);
  for (const { id } of collectors) {
    const { level } = await getCollectorProgress(ctx, id);
    session.wait(60_000);
    await session.as(id, async () => {
      const candidates = await listShowcaseCandidates(ctx);
      const badges = candidates.filter(({ kindId }) => kindId === null).slice(0, shownBadges);
      const shownCards = candidates.filter(({ kindId }) => kindId !== null);
      const items = [...badges, ...shownCards].slice(0, collectionConstants.showcaseMax);
      const style = { frame: best(profileFrames, level), color: best(profileColors, level) };
      await saveShowcase(ctx, { items, ...style });
    });
  }
}

/** The style of the highest level that `level` unlocks. */
function best<T extends string>(styles: Readonly<Record<T, number>>, level: number): T | null {
  const unlocked = (Object.keys(styles) as T[]).filter((name) => styles[name] <= level);
  return unlocked.toSorted((a, b) => styles[b] - styles[a])[0] ?? null;
}
