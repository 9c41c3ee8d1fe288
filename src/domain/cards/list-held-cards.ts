import { sql } from 'drizzle-orm';
import { cardKinds, cards, games } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { wire } from '#shared/limits.ts';
import type { Rarity } from '#shared/rarity.ts';
import type { Ctx } from '../context.ts';

/** Every copy that an account holds of the cards of one game. */
export interface CardGroup {
  gameName: string;
  cards: { name: string; picture: string; description: string; rarity: Rarity }[];
}

const held = preparedStatement<
  { gameId: number; gameName: string } & CardGroup['cards'][number],
  { userId: string }
>(
  'held-cards',
  sql`select game.id as "gameId", game.name as "gameName", kind.name, kind.picture,
      kind.description, kind.rarity
    from (select id, game_id, kind_id from ${cards}
      where owner_id = ${sql.placeholder('userId')}::uuid and state = 'held'
      order by id desc limit ${sql.raw(String(wire.rowsMax))}) as card
    join ${games} as game on game.id = card.game_id
    join ${cardKinds} as kind on kind.id = card.kind_id
    order by game.name, game.id, kind.position, card.id`,
);

/** What an account holds, grouped by game (by name), in the order of the sets: the last 1,000 cards. */
export async function listHeldCards({ db }: Pick<Ctx, 'db'>, userId: string): Promise<CardGroup[]> {
  const groups = new Map<number, CardGroup>();
  for (const { gameId, gameName, ...card } of await held(db, { userId })) {
    const group = groups.get(gameId) ?? { gameName, cards: [] };
    groups.set(gameId, group);
    group.cards.push(card);
  }
  return [...groups.values()];
}
