import type { Mutation } from './mutation.ts';

const collections = 'src/domain/collections';
const crafting = 'src/domain/crafting';

/** The mutations of cards, card sets, badges and recycling. */
export const collectionMutations: Mutation[] = [
  {
    name: 'a card is consumed in any state',
    patches: [
      {
        file: `${crafting}/consume-cards.ts`,
        find: `, eq(cards.ownerId, userId), eq(cards.state, 'held'));`,
        replaceWith: ', eq(cards.ownerId, userId));',
      },
      {
        file: `${crafting}/craft-badge.ts`,
        find: `
          and \${cards.state} = 'held' and \${mayUse}`,
        replaceWith: '',
      },
    ],
    statements: ['alter table market_listings drop constraint market_listings_card'],
  },
  {
    name: 'a level of a badge is crafted twice',
    patches: [
      {
        file: `${crafting}/consume-cards.ts`,
        find: `.for('no key update');`,
        replaceWith: ';',
      },
      {
        // Two forms at once mostly choose the same cards, and then the state of the cards protects too.
        file: `${crafting}/craft-badge.ts`,
        find: `order by \${cards.kindId}, \${cards.id}\``,
        replaceWith: `order by \${cards.kindId}, random()\``,
      },
    ],
    statements: ['drop index badge_crafts_level'],
  },
  {
    name: 'a card kind of a game of the site gets another rarity',
    patches: [
      {
        file: 'src/domain/card-sets/save-card-set.ts',
        find: 'return kind.rarity === rarity ? kind : null;',
        replaceWith: 'return rarity ? kind : null;',
      },
      {
        file: 'src/domain/card-sets/save-card-set.ts',
        find: 'name: sql`excluded.name`,',
        replaceWith: 'name: sql`excluded.name`, rarity: sql`excluded.rarity`,',
      },
    ],
    statements: [],
  },
  {
    name: 'recycled cards are not consumed',
    patches: [
      {
        file: `${crafting}/recycle-cards.ts`,
        find: 'ids: used.map(({ id }) => id),',
        replaceWith: 'ids: used.slice(1).map(({ id }) => id),',
      },
    ],
    statements: [],
  },
  {
    name: 'experience is not added to the total of the month',
    patches: [
      {
        file: `${crafting}/craft-badge.ts`,
        find: `[utcMonth(at), 'ever'].map`,
        replaceWith: `['ever'].map`,
      },
    ],
    statements: [],
  },
  {
    name: 'arrivals of cards are not checked for complete sets',
    patches: [],
    statements: ['drop trigger cards_arrived on cards', 'drop trigger cards_moved on cards'],
  },
  {
    name: 'a set of an earlier version is not complete',
    patches: [
      {
        file: `${collections}/record-complete-sets.ts`,
        find: `
        or \${holdsVersion({ userId: sql\`arrived.user_id\`, gameId: sql\`arrived.game_id\` })})`,
        replaceWith: ')',
      },
    ],
    statements: [],
  },
];
