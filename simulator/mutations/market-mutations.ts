import type { Mutation } from './mutation.ts';

const market = 'src/domain/market';
const ledger = 'src/domain/ledger';

/** The mutations of listings and sales. */
export const marketMutations: Mutation[] = [
  {
    name: 'a card can be listed twice: no check of the state, no unique index, no foreign key',
    patches: [
      {
        file: `${market}/selling/sell-cards.ts`,
        find: `and kind_id = \${value('kindId')}::text and state = 'held'`,
        replaceWith: `and kind_id = \${value('kindId')}::text`,
      },
      {
        file: `${market}/selling/sell-cards.ts`,
        find: `where card.id = free.id and card.state = 'held'`,
        replaceWith: 'where card.id = free.id',
      },
    ],
    statements: [
      'alter table market_listings drop constraint market_listings_card',
      'drop index market_listings_one_per_card',
    ],
  },
  {
    name: 'sales pay the fee of the configuration although an admin has set another',
    patches: [
      {
        file: 'src/domain/site/current-rules.ts',
        find: "choose('marketFee')",
        replaceWith: 'configured.marketFeePercent',
      },
    ],
    statements: [],
  },
  {
    name: 'own listings can be bought',
    patches: [
      {
        file: `${market}/buy-listing.ts`,
        find: ` and item.seller_id <> \${value('userId')}::uuid`,
        replaceWith: '',
      },
      {
        file: `${market}/listing-purchase-sql.ts`,
        find: '(select count(*) from held) = 2',
        replaceWith: '(select count(*) from held) > 0',
      },
    ],
    statements: ['alter table market_sales drop constraint market_sales_two_people'],
  },
  {
    name: 'a missing card is bought without checking again',
    patches: [
      {
        file: 'src/domain/collections/buy-missing-cards.ts',
        find: '    beforePurchase: (tx) => requireStillMissing(tx, step),',
        replaceWith: '    beforePurchase: async () => undefined,',
      },
      {
        file: 'src/domain/collections/buy-missing-cards.ts',
        find: '    if (unneeded) return unneeded;',
        replaceWith: '    if (!step.kindId) return unneeded;',
      },
    ],
    statements: [],
  },
  {
    name: 'a new price keeps the listing',
    patches: [
      {
        file: `${market}/reprice-listing.ts`,
        find: `id: sql\`uuidv7(uuid_extract_timestamp(\${marketListings.id}) - clock_timestamp())\`,`,
        replaceWith: '',
      },
    ],
    statements: [],
  },
  {
    name: 'the fee goes nowhere',
    patches: [
      {
        file: `${ledger}/payment-expressions.ts`,
        find: `      union all select null, 'fees', fee from trade where fee > 0\n`,
        replaceWith: '',
      },
    ],
    statements: [],
  },
  {
    name: 'the card of a sale stays where it was',
    patches: [
      {
        file: `${market}/listing-purchase-sql.ts`,
        find: `set owner_id = \${userId}, state = 'held'`,
        replaceWith: `set state = 'held'`,
      },
    ],
    statements: [],
  },
  {
    name: 'what accounts get from newcomers is not counted',
    patches: [
      {
        file: `${market}/newcomer-gains.ts`,
        find: 'group by part.user_id order by',
        replaceWith: 'where false group by part.user_id order by',
      },
    ],
    statements: [],
  },
  {
    name: 'accounts get any amount from newcomers',
    patches: [],
    statements: ['alter table newcomer_gains drop constraint newcomer_gains_amount'],
  },
];
