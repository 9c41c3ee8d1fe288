import type { Mutation } from './mutation.ts';

/** The mutations of trade offers. */
export const tradeMutations: Mutation[] = [
  {
    name: 'an offer is accepted although cards of it are gone',
    patches: [
      {
        file: 'src/domain/trades/accept-offer.ts',
        find: 'if (error) throw error;',
        replaceWith: 'if (error) tx.$client;',
      },
    ],
    statements: [],
  },
  {
    name: 'an offer can be accepted after it was closed',
    patches: [
      {
        file: 'src/database/sql/close-trade-offers.ts',
        find: `.where(and(eq(tradeOffers.state, 'open'), which))`,
        replaceWith: '.where(which)',
      },
    ],
    statements: [],
  },
  {
    name: 'a card that is for sale is traded',
    patches: [
      {
        file: 'src/domain/trades/tradeable-cards.ts',
        find: ` and \${cards.state} = 'held'`,
        replaceWith: ` and \${cards.state} in ('held', 'listed')`,
      },
      {
        file: 'src/domain/trades/move-cards.ts',
        find: ` and card.state = 'held'`,
        replaceWith: '',
      },
    ],
    statements: ['alter table market_listings drop constraint market_listings_card'],
  },
];
