/** A mutation: one protection removed, together with everything else that would catch the same error. */
export interface Mutation {
  name: string;
  /** Replacements in the source; each `find` must occur exactly once in its file. */
  patches: { file: string; find: string; replaceWith: string }[];
  /** SQL that is run in the simulation's database before the start. */
  statements: string[];
}

const market = 'src/domain/market';
const wallet = 'src/domain/wallet';
const collections = 'src/domain/collections';

export const mutations: Mutation[] = [
  {
    name: 'a card can be listed twice: no check of the state, no unique index, no foreign key',
    patches: [
      {
        file: `${market}/sell-cards.ts`,
        find: `and kind_id = \${value('kindId')}::text and state = 'held'`,
        replaceWith: `and kind_id = \${value('kindId')}::text`,
      },
      {
        file: `${market}/sell-cards.ts`,
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
        replaceWith: `select user_id from (select wallet.user_id from \${wallets} as wallet`,
      },
      {
        // The pause between the two locks lets another purchase run in between, also on a busy machine.
        file: `${wallet}/payment-expressions.ts`,
        find: 'order by wallet.user_id for update',
        replaceWith: `order by wallet.user_id = \${buyerId}::uuid desc for update) as locked
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
        find: `      key,
      requestHash: hashRequest(keyed.request),`,
        replaceWith: `      key: crypto.randomUUID(),
      requestHash: hashRequest(keyed.request),`,
      },
      {
        file: `${market}/buy-listing.ts`,
        find: `values (\${value('userId')}::uuid, \${value('key')}::uuid, `,
        replaceWith: `values (\${value('userId')}::uuid, coalesce(nullif(gen_random_uuid(), \${value('key')}::uuid), uuidv7()), `,
      },
      {
        file: `${market}/orders/buy-immediately.ts`,
        find: `select \${userId}, \${value('key')}::uuid, `,
        replaceWith: `select \${userId}, coalesce(nullif(gen_random_uuid(), \${value('key')}::uuid), uuidv7()), `,
      },
      {
        file: `${market}/orders/sell-immediately.ts`,
        find: `select \${userId}, \${value('key')}::uuid, `,
        replaceWith: `select \${userId}, coalesce(nullif(gen_random_uuid(), \${value('key')}::uuid), uuidv7()), `,
      },
    ],
    statements: [],
  },
  {
    name: 'a purchase ignores that the price has changed',
    patches: [
      {
        file: 'src/domain/library/buy-game.ts',
        find: ` and current.price = \${value('price')}::integer`,
        replaceWith: ` and \${value('price')}::integer > 0`,
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
    name: 'a key of a game is given although it was given before',
    patches: [
      {
        file: 'src/domain/library/buy-game.ts',
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
        file: 'src/domain/library/buy-game.ts',
        find: 'where not needs_key or exists (select from unused)',
        replaceWith: '',
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
        file: `${market}/purchase-expressions.ts`,
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
    name: 'a card is consumed in any state',
    patches: [
      {
        file: `${collections}/consume-cards.ts`,
        find: `, eq(cards.ownerId, userId), eq(cards.state, 'held'));`,
        replaceWith: ', eq(cards.ownerId, userId));',
      },
      {
        file: `${collections}/craft-badge.ts`,
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
        file: `${collections}/consume-cards.ts`,
        find: `.for('no key update');`,
        replaceWith: ';',
      },
      {
        // Two forms at once mostly choose the same cards, and then the state of the cards protects too.
        file: `${collections}/craft-badge.ts`,
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
        file: 'src/domain/inventory/own-sets/save-card-set.ts',
        find: 'return kind.rarity === rarity ? kind : null;',
        replaceWith: 'return rarity ? kind : null;',
      },
      {
        file: 'src/domain/inventory/own-sets/save-card-set.ts',
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
        file: `${collections}/recycle-cards.ts`,
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
        file: `${collections}/craft-badge.ts`,
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
        file: `${collections}/settle-complete-sets.ts`,
        find: `
        or \${holdsVersion({ userId: sql\`arrived.user_id\`, gameId: sql\`arrived.game_id\` })})`,
        replaceWith: ')',
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
        replaceWith: '',
      },
    ],
    statements: [],
  },
  {
    name: 'the card of a sale stays where it was',
    patches: [
      {
        file: `${market}/purchase-expressions.ts`,
        find: `set owner_id = \${userId}, state = 'held'`,
        replaceWith: `set state = 'held'`,
      },
    ],
    statements: [],
  },
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
        file: 'src/domain/trades/lock-traders.ts',
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
  {
    name: 'the daily reward has no day of its own',
    patches: [],
    statements: ['alter table daily_rewards drop constraint daily_rewards_user_id_day_pk'],
  },
  {
    name: 'a cycle of play can be claimed before its end',
    patches: [
      {
        file: 'src/domain/gameplay/award-card.ts',
        find: '.where(and(isActiveSession(userId, gameId, now), lte(playSessions.cycleStartedAt, due)))',
        replaceWith:
          '.where(and(isActiveSession(userId, gameId, now), lte(playSessions.startedAt, due)))',
      },
    ],
    statements: [],
  },
  {
    name: 'a legendary card does not end the streak',
    patches: [
      {
        file: 'src/domain/gameplay/record-draw.ts',
        find: 'cardsSinceLegendary: isLegendary ? 0 : cardsBefore + 1',
        replaceWith: 'cardsSinceLegendary: cardsBefore + 1',
      },
    ],
    statements: [],
  },
  {
    name: 'a draw is not written',
    patches: [
      {
        file: 'src/domain/gameplay/record-draw.ts',
        find: 'await tx.insert(cardDraws)',
        replaceWith: "if (card.rarity !== 'uncommon') await tx.insert(cardDraws)",
      },
    ],
    statements: [],
  },
];
