import { sql } from 'drizzle-orm';
import { integer, oneOf, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cardKinds, cards, games } from '#database/schema.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import type { Ctx } from '../context.ts';
import { limitRowsToBytes } from '../lib/limit-bytes.ts';

/** All copies that an account holds of one game's cards. */
export interface CardGroup {
  gameName: string;
  cards: { name: string; picture: string; description: string; rarity: Rarity }[];
}

const newest = sql`select card.id, card.game_id, card.kind_id,
    kind.name || kind.picture || kind.description as words
  from ${cards} as card join ${cardKinds} as kind on kind.id = card.kind_id
  where card.owner_id = ${sql.placeholder('userId')}::uuid and card.state = 'held'
  order by card.id desc limit ${sql.raw(String(realmListConstants.rowsMax))}`;

const findHeldCards = prepareStatement<
  { gameId: number; gameName: string } & CardGroup['cards'][number],
  { userId: string }
>(
  'held-cards',
  {
    gameId: integer,
    gameName: text,
    name: text,
    picture: text,
    description: text,
    rarity: oneOf(rarities),
  },
  sql`select game.id as "gameId", game.name as "gameName", kind.name,
      ${selectCardPicture(sql`game.id`, sql`kind.picture`)} as picture, kind.description, kind.rarity
    from ${limitRowsToBytes(newest, { order: sql`id desc`, text: sql`words` })} as card
    join ${games} as game on game.id = card.game_id
    join ${cardKinds} as kind on kind.id = card.kind_id
    order by game.name, game.id, kind.position, card.id`,
);

/**
 * Returns the newest cards that an account holds, at most 1,000 cards and 256 KB. They are grouped by
 * game, sorted by the game's name and then by the position in the set.
 */
export async function listHeldCards({ db }: Pick<Ctx, 'db'>, userId: string): Promise<CardGroup[]> {
  const groups = new Map<number, CardGroup>();
  for (const { gameId, gameName, ...card } of await findHeldCards(db, { userId })) {
    const group = groups.get(gameId) ?? { gameName, cards: [] };
    groups.set(gameId, group);
    group.cards.push(card);
  }
  return [...groups.values()];
}
