import { eq, inArray } from 'drizzle-orm';
import { setCompletions, users } from '#database/schema.ts';
import { listCardKinds } from '../card-sets/list-card-set.ts';
import { recordCompleteSets } from '../collections/record-complete-sets.ts';
import { craft, fillShowcase } from './acts-of-players.ts';
import { type Community, everybody } from './community-types.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';
import { findHeldCards } from './find-held-cards.ts';
import { favouriteGames } from './plan-players.ts';
import { sellTo } from './trade-on-market.ts';

/** How many of the players who hold a complete set craft a badge from it. */
const craftingShare = 0.35;

/** The demo account buys the cards that its favourite sets miss, and crafts badges from complete ones. */
export async function collectSets(
  community: Community,
  { crafts }: { crafts: boolean },
): Promise<void> {
  const { session, demo } = community;
  if (!demo) return;
  for (const gameId of community.gameIds.slice(0, favouriteGames)) {
    const held = await findHeldCards(session, everybody(community), { games: [gameId] });
    for (const { id } of await listCardKinds(session.ctx.db, gameId)) {
      const copies = held.filter(({ kindId }) => kindId === id);
      const [card] = copies;
      if (card && copies.every(({ owner }) => owner !== demo)) await sellTo(session, card, demo);
    }
    if (crafts) await craft(session, demo, gameId);
  }
}

/** Records the sets that became complete, and lets some of their owners craft a badge. */
export async function craftBadges({ session, players }: Community): Promise<void> {
  await recordCompleteSets(session.ctx);
  for (const { player, gameId } of await findCompleteSets(session, players)) {
    session.wait(30_000);
    if (session.chance(craftingShare)) await craft(session, player, gameId);
  }
}

/** The sets that players have completed, and may still hold. */
async function findCompleteSets({ ctx: { db } }: ExampleSession, players: ExamplePlayer[]) {
  const byId = new Map(players.map((player) => [player.id, player]));
  const rows = await db
    .select({ userId: setCompletions.userId, gameId: setCompletions.gameId })
    .from(setCompletions)
    .innerJoin(users, eq(users.id, setCompletions.userId))
    .where(inArray(setCompletions.userId, [...byId.keys()]))
    .orderBy(users.username, setCompletions.gameId);
  return rows.flatMap(({ userId, gameId }) => {
    const player = byId.get(userId);
    return player ? [{ player, gameId }] : [];
  });
}

/** Players with experience choose what their profiles show. */
export async function fillShowcases(community: Community): Promise<void> {
  const { session } = community;
  await recordCompleteSets(session.ctx);
  const complete = await findCompleteSets(session, everybody(community));
  const collectors = new Set(complete.map(({ player }) => player));
  for (const player of collectors) await fillShowcase(session, player);
}
