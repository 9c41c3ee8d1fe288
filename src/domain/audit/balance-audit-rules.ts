import { sql } from 'drizzle-orm';
import { ledgerEntries, wallets } from '#database/schema.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import type { AuditRule } from './audit-rule.ts';

/** The audit rules of wallets and the ledger. */
export const balanceRules: AuditRule[] = [
  {
    name: 'transfers-sum-to-zero',
    description: 'The entries of a transfer sum to zero and have the same kind.',
    broken: sql`select transfer_id, sum(amount) as sum, min(kind) as kind, count(*) as entries
      from ${ledgerEntries} group by transfer_id
      having sum(amount) <> 0 or min(kind) <> max(kind)`,
  },
  {
    name: 'balances-equal-entries',
    description: 'The balance of a wallet equals the sum of its entries.',
    broken: sql`select wallet.user_id, wallet.balance, coalesce(own.sum, 0) as entries
      from ${wallets} as wallet
      full join (
        select wallet_id, sum(amount) as sum from ${ledgerEntries}
        where wallet_id is not null group by wallet_id
      ) as own on own.wallet_id = wallet.user_id
      where wallet.balance is distinct from coalesce(own.sum, 0)`,
  },
  {
    name: 'entries-tell-balances',
    description: 'Each entry has the balance after it, and the last one has the current balance.',
    // In the order of ids, which is the order of a wallet statement.
    broken: sql`select wallet_id, id, amount, balance_after, running from (
        select wallet_id, id, amount, balance_after, sum(amount) over (
          partition by wallet_id order by id rows unbounded preceding
        ) as running
        from ${ledgerEntries} where wallet_id is not null
      ) as entry
      where balance_after is distinct from running`,
  },
  {
    name: 'balances-within-limits',
    description: 'No balance is negative or, with the money set aside, above its limit.',
    broken: sql`select user_id, balance, set_aside from ${wallets}
      where balance < 0 or set_aside < 0
        or balance + set_aside > ${topUpConstants.balanceMaxCents}`,
  },
];
