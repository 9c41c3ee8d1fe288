import { and, asc, count, countDistinct, eq, max, sql } from 'drizzle-orm';
import { cardKinds, cards, games } from '#db/schema.ts';
import type { Ctx } from '../context.ts';

/**
 * A page of an account's held cards as stacks, one for each kind from each game (more than one copy are
 * duplicates), grouped by game (by name), in the order of the set; and how much
 * of each set it has. `kinds` and `copies` are of all pages. `perPage` is 10 to 100, as the caller's input rules say (spec 5).
 */
export async function listInventory(
  ctx: Pick<Ctx, 'db'>,
  { userId, page, perPage }: { userId: string; page: number; perPage: number },
) {
  const held = and(eq(cards.ownerId, userId), eq(cards.state, 'held'));
  const stacks = ctx.db.$with('stacks').as(
    ctx.db
      .select({
        gameId: cards.gameId,
        kindId: cards.kindId,
        copies: count().as('copies'),
        lastAt: max(cards.createdAt).as('last_at'),
      })
      .from(cards)
      .where(held)
      .groupBy(cards.gameId, cards.kindId),
  );
  const [items, [totals]] = await Promise.all([
    ctx.db
      .with(stacks)
      .select({
        gameId: stacks.gameId,
        gameName: games.name,
        kindId: stacks.kindId,
        name: cardKinds.name,
        description: cardKinds.description,
        picture: cardKinds.picture,
        rarity: cardKinds.rarity,
        copies: stacks.copies,
        lastAt: stacks.lastAt,
        /** Kinds of this game's set that the account has, and that there are. */
        collected: sql<number>`(count(*) over (partition by ${stacks.gameId}))::integer`,
        setSize: sql<number>`(select count(*)::integer from ${cardKinds} as kind
          where kind.set_id = ${cardKinds.setId})`,
      })
      .from(stacks)
      .innerJoin(games, eq(games.id, stacks.gameId))
      .innerJoin(cardKinds, eq(cardKinds.id, stacks.kindId))
      .orderBy(asc(games.name), asc(games.id), asc(cardKinds.position))
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db
      .select({
        kinds: countDistinct(sql`(${cards.gameId}, ${cards.kindId})`),
        copies: count(),
      })
      .from(cards)
      .where(held),
  ]);
  return {
    items: items.map((item) => ({ ...item, lastAt: item.lastAt ?? new Date(0) })),
    copies: totals?.copies ?? 0,
    kinds: totals?.kinds ?? 0,
    page,
    pages: Math.max(1, Math.ceil((totals?.kinds ?? 0) / perPage)),
  };
}
