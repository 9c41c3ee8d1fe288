import { and, eq, inArray, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { cardKinds, cards, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';
import { getCardValue } from './invented-card-value.ts';

export interface HeldCard {
  owner: ExamplePlayer;
  gameId: number;
  kindId: string;
  rarity: Rarity;
  copies: number;
}

/** The kinds that players hold, always in the same order for the same numbers of the session. */
export async function findHeldCards(
  session: ExampleSession,
  players: readonly ExamplePlayer[],
  { games, limit }: { games?: readonly number[]; limit?: number } = {},
): Promise<HeldCard[]> {
  const owners = new Map(players.map((player) => [player.id, player]));
  const isTraded = games ? inArray(cards.gameId, [...games]) : undefined;
  const salt = String(session.integer(1_000_000));
  const query = session.ctx.db
    .select({
      ownerId: cards.ownerId,
      gameId: cards.gameId,
      kindId: cards.kindId,
      rarity: cardKinds.rarity,
      copies: typedSql(integer, sql`count(*)::integer`),
    })
    .from(cards)
    .innerJoin(users, eq(users.id, cards.ownerId))
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .where(and(inArray(cards.ownerId, [...owners.keys()]), eq(cards.state, 'held'), isTraded))
    .groupBy(cards.ownerId, users.username, cards.gameId, cards.kindId, cardKinds.id)
    .orderBy(sql`md5(${users.username} || ${cards.kindId} || ${cards.gameId} || ${salt}::text)`);
  const rows = await (limit === undefined ? query : query.limit(limit));
  return rows.flatMap(({ ownerId, ...card }) => {
    const owner = owners.get(ownerId);
    return owner ? [{ owner, ...card }] : [];
  });
}

/** About what the card is worth now, some more and some less. */
export function choosePrice(
  session: ExampleSession,
  card: HeldCard,
  [low, high]: [number, number],
): number {
  const value = getCardValue(card, session.ctx.clock.now());
  return Math.max(1, Math.round(value * session.between(low, high)));
}
