import type { Mutation } from './mutation.ts';

/** The mutations of buying games. */
export const purchaseMutations: Mutation[] = [
  {
    name: 'a purchase ignores that the price has changed',
    patches: [
      {
        file: 'src/domain/game-library/buy-game.ts',
        find: ` and price = \${value('price')}::integer)`,
        replaceWith: ` and \${value('price')}::integer > 0)`,
      },
    ],
    statements: [],
  },
  {
    name: 'games cost the price of the configuration although an admin has set another',
    patches: [
      {
        file: 'src/domain/catalog/prices/current-price-sql.ts',
        find: `coalesce(sale.price, own.price, \${savedDefaultPrice}, `,
        replaceWith: 'coalesce(sale.price, own.price, ',
      },
    ],
    statements: [],
  },
  {
    name: 'a key of a game is given although it was given before',
    patches: [
      {
        file: 'src/domain/game-library/buy-game.ts',
        find: `
      and game_key.user_id is null`,
        replaceWith: '',
      },
    ],
    statements: [],
  },
  {
    name: 'a purchase of a game with keys gets none',
    patches: [
      {
        file: 'src/domain/game-library/buy-game.ts',
        find: ' and (not needs_key or exists (select from unused))',
        replaceWith: '',
      },
    ],
    statements: [],
  },
  {
    name: 'a purchase gives the price for members of a group to everybody',
    patches: [
      {
        file: 'src/domain/catalog/prices/current-price-sql.ts',
        find: `
        and exists (select from \${groupMembers} as membership
          where membership.group_id = offered.group_id and membership.user_id = \${userId})`,
        replaceWith: ` and \${userId} is not null`,
      },
    ],
    statements: [],
  },
  {
    name: 'a price for members of a group counts although it was replaced',
    patches: [
      {
        file: 'src/domain/catalog/prices/current-price-sql.ts',
        find: ` and offered.game_id = \${parts.gameId} and offered.replaced_at is null`,
        replaceWith: ` and offered.game_id = \${parts.gameId}`,
      },
    ],
    statements: [],
  },
];
