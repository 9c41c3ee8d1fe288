import { and, asc, count, desc, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { games, ownedGames } from '#database/schema.ts';
import type { LibraryOrder } from '#shared/constants/library-order.ts';
import { listConstants } from '#shared/constants/lists.ts';
import { requireActor } from '../accounts/require-actor.ts';
import { withCover } from '../catalog/covers/cover-address.ts';
import type { Ctx } from '../context.ts';
import { firstWithinBytes } from '../lib/limit-bytes.ts';
import { pageCount } from '../lib/page-count.ts';
import { escapedForLike } from '../lib/search-words.ts';

export interface LibraryRequest {
  /** Found in the name of the game, without regard to case; empty for all. */
  q: string;
  order: LibraryOrder;
  page: number;
  perPage: number;
}

const orders: Record<LibraryOrder, SQL[]> = {
  name: [asc(games.name), asc(games.id)],
  newest: [desc(ownedGames.boughtAt), asc(games.id)],
};

/**
 * A page of the actor's games; `owned` counts all of them, `found` those that match. What it costs is
 * bounded by the games that the actor owns, what it answers by 100 games and 256 KB of names.
 * @throws Refusal `login-required`.
 */
export async function listLibrary(ctx: Ctx, { q, order, page, ...request }: LibraryRequest) {
  const { id } = requireActor(ctx);
  const perPage = Math.min(request.perPage, listConstants.perPageMax);
  const mine = eq(ownedGames.userId, id);
  const matches = named(q);
  const [items, [totals]] = await Promise.all([
    ctx.db
      .select({
        id: games.id,
        name: games.name,
        backgroundImage: games.backgroundImage,
        boughtAt: ownedGames.boughtAt,
      })
      .from(ownedGames)
      .innerJoin(games, eq(games.id, ownedGames.gameId))
      .where(and(mine, matches))
      .orderBy(...orders[order])
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db
      .select({
        owned: count(),
        found: sql<number>`(count(*) filter (where ${matches ?? sql`true`}))::integer`,
      })
      .from(ownedGames)
      .innerJoin(games, eq(games.id, ownedGames.gameId))
      .where(mine),
  ]);
  const found = totals?.found ?? 0;
  return {
    games: firstWithinBytes(items, ({ name }) => Buffer.byteLength(name)).map(withCover),
    owned: totals?.owned ?? 0,
    found,
    pages: pageCount(found, perPage),
  };
}

/** The page of `listLibrary`, asked for in the same way, that has a game; null where none has it. */
export async function pageOfGame(
  ctx: Ctx,
  { q, order, perPage, gameId }: Omit<LibraryRequest, 'page'> & { gameId: number },
): Promise<number | null> {
  const { id } = requireActor(ctx);
  const placed = ctx.db.$with('placed').as(
    ctx.db
      .select({
        gameId: ownedGames.gameId,
        place: sql<number>`(row_number() over (order by ${sql.join(
          orders[order],
          sql`, `,
        )}))::integer`.as('place'),
      })
      .from(ownedGames)
      .innerJoin(games, eq(games.id, ownedGames.gameId))
      .where(and(eq(ownedGames.userId, id), named(q))),
  );
  const [found] = await ctx.db
    .with(placed)
    .select({ place: placed.place })
    .from(placed)
    .where(eq(placed.gameId, gameId));
  return found ? Math.ceil(found.place / perPage) : null;
}

function named(q: string): SQL | undefined {
  return q ? ilike(games.name, `%${escapedForLike(q)}%`) : undefined;
}
