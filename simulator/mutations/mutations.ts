/** One guard taken away, together with whatever else would catch what it catches. */
export interface Mutation {
  name: string;
  /** Texts that must be in the source, and what takes their place. */
  patches: { file: string; find: string; put: string }[];
  /** SQL for the simulation's database. */
  statements: string[];
}

const market = 'src/domain/market';
const wallet = 'src/domain/wallet';

export const mutations: Mutation[] = [
  {
    name: 'a card can be listed twice: no state asked, no unique index, no foreign key',
    patches: [
      {
        file: `${market}/sell-card.ts`,
        find: `.where(and(inArray(cards.id, free), eq(cards.state, 'held')))`,
        put: '.where(inArray(cards.id, free))',
      },
      {
        file: `${market}/sell-card.ts`,
        find: `    eq(cards.kindId, kindId),
    eq(cards.state, 'held'),`,
        put: '    eq(cards.kindId, kindId),',
      },
    ],
    statements: [
      'alter table market_items drop constraint market_items_card',
      'drop index market_items_one_per_card',
    ],
  },
  {
    name: 'a wallet can be overdrawn',
    patches: [],
    statements: ['alter table wallets drop constraint wallets_balance_not_negative'],
  },
  {
    name: 'wallets are locked in no common order',
    patches: [
      {
        file: `${wallet}/payment-expressions.ts`,
        find: `select wallet.user_id from \${wallets} as wallet`,
        put: `select user_id from (select wallet.user_id from \${wallets} as wallet`,
      },
      {
        // The pause between the two locks leaves room for another purchase, however busy the machine.
        file: `${wallet}/payment-expressions.ts`,
        find: 'order by wallet.user_id for update',
        put: `order by wallet.user_id = \${buyerId}::uuid desc for update) as locked
    where pg_sleep(0.003) is not null`,
      },
    ],
    statements: [],
  },
  {
    name: "a form's key is not claimed",
    patches: [
      {
        file: 'src/domain/lib/idempotency.ts',
        find: `        key,
        requestHash: requestHash(keyed.request),`,
        put: `        key: crypto.randomUUID(),
        requestHash: requestHash(keyed.request),`,
      },
      {
        file: `${market}/buy-listing.ts`,
        find: `values (\${value('userId')}::uuid, \${value('key')}::uuid, `,
        put: `values (\${value('userId')}::uuid, coalesce(nullif(gen_random_uuid(), \${value('key')}::uuid), uuidv7()), `,
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
        put: '',
      },
      {
        file: `${market}/buy-listing.ts`,
        find: '(select count(*) from held) = 2',
        put: '(select count(*) from held) > 0',
      },
    ],
    statements: ['alter table market_sales drop constraint market_sales_two_people'],
  },
  {
    name: 'a missing card is bought without a second look',
    patches: [
      {
        file: 'src/domain/collections/buy-missing-cards.ts',
        find: '    first: (tx) => requireMissingStill(tx, turn),',
        put: '    first: async () => undefined,',
      },
    ],
    statements: [],
  },
  {
    name: 'a new price keeps the listing',
    patches: [
      {
        file: `${market}/reprice-listing.ts`,
        find: `id: sql\`uuidv7(uuid_extract_timestamp(\${marketItems.id}) - clock_timestamp())\`,`,
        put: '',
      },
    ],
    statements: [],
  },
  {
    name: 'the fee goes nowhere',
    patches: [
      {
        file: `${wallet}/payment-expressions.ts`,
        find: `      union all select null, 'fees', fee from trade where fee > 0\n`,
        put: '',
      },
    ],
    statements: [],
  },
  {
    name: 'the card of a sale stays where it was',
    patches: [
      {
        file: `${market}/buy-listing.ts`,
        find: `set owner_id = \${value('userId')}::uuid, state = 'held'`,
        put: `set state = 'held'`,
      },
    ],
    statements: [],
  },
  {
    name: 'the daily reward has no day of its own',
    patches: [],
    statements: ['alter table daily_rewards drop constraint daily_rewards_user_id_day_pk'],
  },
  {
    name: 'a cycle of play pays whoever asks',
    patches: [
      {
        file: 'src/domain/gameplay/award-card.ts',
        find: '.where(and(activeSession(userId, gameId, now), lte(playSessions.cycleStartedAt, due)))',
        put: '.where(and(activeSession(userId, gameId, now), lte(playSessions.startedAt, due)))',
      },
    ],
    statements: [],
  },
];
