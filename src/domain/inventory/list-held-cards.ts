import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { cardKinds, cards, games } from '#database/schema.ts';
import { apiConstants } from '#shared/constants/api.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import type { Ctx } from '../context.ts';
import { withinBytes } from '../lib/limit-bytes.ts';

/** Every copy that an account holds of the cards of one game. */
export interface CardGroup {
  gameName: string;
  cards: { name: string; picture: string; description: string; rarity: Rarity }[];
}

const newest = sql`select card.id, card.game_id, card.kind_id,
    kind.name || kind.picture || kind.description as words
  from ${cards} as card join ${cardKinds} as kind on kind.id = card.kind_id
  where card.owner_id = ${sql.placeholder('userId')}::uuid and card.state = 'held'
  order by card.id desc limit ${sql.raw(String(apiConstants.rowsMax))}`;

const held = preparedStatement<
  { gameId: number; gameName: string } & CardGroup['cards'][number],
  { userId: string }
>(
  'held-cards',
  sql`select game.id as "gameId", game.name as "gameName", kind.name, kind.picture,
      kind.description, kind.rarity
    from ${withinBytes(newest, { order: sql`id desc`, text: sql`words` })} as card
    join ${games} as game on game.id = card.game_id
    join ${cardKinds} as kind on kind.id = card.kind_id
    order by game.name, game.id, kind.position, card.id`,
);

/**
 * What an account holds, grouped by game (by name), in the order of the sets: the last 1,000 cards,
 * 256 KB at most.
 */
export async function listHeldCards({ db }: Pick<Ctx, 'db'>, userId: string): Promise<CardGroup[]> {
  const groups = new Map<number, CardGroup>();
  for (const { gameId, gameName, ...card } of await held(db, { userId })) {
    const group = groups.get(gameId) ?? { gameName, cards: [] };
    groups.set(gameId, group);
    group.cards.push(card);
  }
  return [...groups.values()];
}
