import type { Mutation } from './mutation.ts';

const market = 'src/domain/market';
const ledger = 'src/domain/ledger';

/** The mutations of wallets, the ledger and idempotency keys. */
export const walletMutations: Mutation[] = [
  {
    name: 'a wallet can be overdrawn',
    patches: [],
    statements: ['alter table wallets drop constraint wallets_balance_not_negative'],
  },
  {
    name: 'wallets are locked in no common order',
    patches: [
      {
        file: `${ledger}/payment-expressions.ts`,
        find: `select wallet.user_id from \${wallets} as wallet`,
        replaceWith: `select user_id from (select wallet.user_id from \${wallets} as wallet`,
      },
      {
        // The pause between the two locks lets another purchase run in between, also on a busy machine.
        file: `${ledger}/payment-expressions.ts`,
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
    name: 'the daily reward has no day of its own',
    patches: [],
    statements: ['alter table daily_rewards drop constraint daily_rewards_user_id_day_pk'],
  },
  {
    name: 'a player gets no starting money although an admin has set one',
    patches: [
      {
        file: `${ledger}/pay-starting-money.ts`,
        find: 'if (amount === 0) return;',
        replaceWith: 'if (amount >= 0) return;',
      },
    ],
    statements: [],
  },
  {
    name: 'top-ups keep the maximum of the product although an admin has set another',
    patches: [
      {
        file: 'src/domain/site/current-rules.ts',
        find: "choose('topUpSingle')",
        replaceWith: "defaults['topUpSingle']",
      },
    ],
    statements: [],
  },
];
