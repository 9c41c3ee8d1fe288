import type { Mutation } from './mutation.ts';

const orders = 'src/domain/market/orders';
const payments = 'src/domain/ledger/order-payments.ts';

/** The mutations of buy orders. */
export const orderMutations: Mutation[] = [
  {
    name: 'a filled order keeps its money set aside',
    patches: [
      {
        file: payments,
        find: 'union all select buyer_id, order_price - price, -order_price from trade',
        replaceWith: 'union all select buyer_id, order_price - price, 0 from trade',
      },
    ],
    statements: ['alter table wallets drop constraint wallets_balance_limit'],
  },
  {
    name: 'the difference to a cheaper listing does not return',
    patches: [
      {
        file: payments,
        find: 'union all select buyer_id, order_price - price, -order_price from trade',
        replaceWith: 'union all select buyer_id, 0, -order_price from trade',
      },
    ],
    statements: [],
  },
  {
    name: 'an order buys more copies than it has left',
    patches: [
      {
        file: `${orders}/choose-fills.ts`,
        find: ', pair.remaining, 1],',
        replaceWith: ', 20, 1],',
      },
    ],
    statements: [
      'alter table market_orders drop constraint market_orders_remaining',
      'alter table market_orders drop constraint market_orders_state',
      'alter table wallets drop constraint wallets_set_aside_not_negative',
    ],
  },
  {
    name: 'a missing card is ordered without checking again',
    patches: [
      {
        file: 'src/domain/collections/order-missing-cards.ts',
        find: 'beforePlacing: (tx) => requireNeeded(tx, step)',
        replaceWith: 'beforePlacing: async () => undefined',
      },
    ],
    statements: [],
  },
  {
    name: 'a card that an order buys at once stays with its seller',
    patches: [
      {
        file: `${orders}/sell-immediately.ts`,
        find: `set owner_id = chosen."buyerId" from card, chosen`,
        replaceWith: 'set owner_id = stored.owner_id from card, chosen',
      },
    ],
    statements: [],
  },
  {
    name: 'an order that bought at once does not name its payment',
    patches: [
      {
        file: `${orders}/buy-immediately.ts`,
        find: `'filled', \${transferId}, `,
        replaceWith: `'filled', gen_random_uuid(), `,
      },
    ],
    statements: [],
  },
  {
    name: 'an order can be cancelled again',
    patches: [
      {
        file: `${orders}/end-orders.ts`,
        find: `placed.buyer_id = \${buyer} and placed.state = 'open'`,
        replaceWith: `placed.buyer_id = \${buyer} and placed.state in ('open', 'cancelled')`,
      },
    ],
    statements: ['alter table wallets drop constraint wallets_set_aside_not_negative'],
  },
  {
    name: 'a suspension leaves the orders open',
    patches: [
      {
        file: 'src/domain/market/end-market-of-account.ts',
        find: `  await endOrders(tx, { buyerId: userId, state: 'cancelled', at });\n`,
        replaceWith: '',
      },
    ],
    statements: [],
  },
  {
    name: 'hiding a game leaves its orders open',
    patches: [
      {
        file: 'src/domain/market/end-market-of-game.ts',
        find: 'for (const userId of buyerIds) {',
        replaceWith: 'for (const userId of buyerIds.slice(1)) {',
      },
    ],
    statements: [],
  },
  {
    name: 'orders and listings are added while a game is hidden',
    patches: [
      {
        file: `${orders}/new-order-values.ts`,
        find: ' and (not game.is_hidden or game.keeps_trading)',
        replaceWith: '',
      },
      {
        file: 'src/domain/market/trading-of-game.ts',
        find: 'and hidden.is_hidden and not',
        replaceWith: 'and false and not',
      },
    ],
    statements: [],
  },
  {
    name: 'own orders may meet own listings',
    patches: [
      {
        file: `${orders}/place-order.ts`,
        find: `  if (locked[0]?.ownCrosses) throw new AppError('own-listing-crosses');\n`,
        replaceWith: '',
      },
      {
        file: `${orders}/sell-into-orders.ts`,
        find: `  if (locked[0]?.ownCrosses) throw new AppError('own-order-crosses');\n`,
        replaceWith: '',
      },
    ],
    statements: [],
  },
  {
    name: 'trades through orders do not count towards the limits of a pair',
    patches: [
      {
        file: `${orders}/apply-fills.ts`,
        find: 'trades: sql`trade`, day',
        replaceWith: 'trades: sql`(select * from trade where false)`, day',
      },
    ],
    statements: [],
  },
  {
    name: 'trades through orders do not count towards the limits of the first day',
    patches: [
      {
        file: `${orders}/apply-fills.ts`,
        find: 'where account.registered_at > ',
        replaceWith: 'where false and account.registered_at > ',
      },
    ],
    statements: [],
  },
];
