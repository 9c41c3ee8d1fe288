import { sql } from 'drizzle-orm';
import { bigintText } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { cards, ledgerEntries, marketListings, marketSales, wallets } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { readSiteSetting } from '../site/read-site-settings.ts';
import { accountRules } from './account-audit-rules.ts';
import { type AuditRule, checkRule, type Violation } from './audit-rule.ts';
import { balanceRules } from './balance-audit-rules.ts';
import { cardRules } from './card-audit-rules.ts';
import { codeRules } from './code-audit-rules.ts';
import { collectionRules } from './collection-audit-rules.ts';
import { drawRules } from './draw-audit-rules.ts';
import { orderRules } from './order-audit-rules.ts';
import { paymentRules } from './payment-audit-rules.ts';
import { tradeRules } from './trade-audit-rules.ts';

export interface AuditReport {
  violations: Violation[];
  /** The number of rules that were checked. */
  rules: number;
  /** The number of rows of each table, in the same snapshot. */
  counted: Record<'wallets' | 'entries' | 'cards' | 'listings' | 'sales', number>;
}

export const auditRules: readonly AuditRule[] = [
  ...balanceRules,
  ...paymentRules,
  ...orderRules,
  ...cardRules,
  ...collectionRules,
  ...drawRules,
  ...accountRules,
  ...tradeRules,
  ...codeRules,
];

const countRows = declareStatement<
  Record<keyof AuditReport['counted'], string>,
  Record<string, never>
>(
  {
    wallets: bigintText,
    entries: bigintText,
    cards: bigintText,
    listings: bigintText,
    sales: bigintText,
  },
  sql`select (select count(*) from ${wallets}) as wallets,
    (select count(*) from ${ledgerEntries}) as entries,
    (select count(*) from ${cards}) as cards,
    (select count(*) from ${marketListings}) as listings,
    (select count(*) from ${marketSales}) as sales`,
);

/**
 * Checks the whole economy in one read-only snapshot. Returns the broken rules, each with the first rows
 * that break it. It locks no rows. It needs the memory of a few rows here and of `work_mem` for each
 * step in Postgres, which spills to disk, whatever the size of the tables. Without `rules` the fee counts as
 * 0: a seller whose wallet has room for the price less the fee only is then not expected to trade.
 */
export async function auditEconomy({
  db,
  rules,
  clock,
  priceDelayMs = 60_000,
}: Pick<Ctx, 'db'> &
  Partial<Pick<Ctx, 'clock'>> & {
    rules?: Pick<Ctx['rules'], 'marketFeePercent'>;
    priceDelayMs?: number;
  }): Promise<AuditReport> {
  const now = clock?.now() ?? null;
  return db.transaction(
    async (tx) => {
      // No timeout and few resources, because the site is in use while the audit runs.
      await tx.execute(sql`select set_config('statement_timeout', '0', true),
        set_config('work_mem', '16MB', true), set_config('hash_mem_multiplier', '1', true),
        set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`);
      const saved = await readSiteSetting(tx, 'marketFee');
      const feePercent = saved === 'configured' ? (rules?.marketFeePercent ?? 0) : saved;
      const settings = { feePercent, priceDelayMs, now };
      const violations: Violation[] = [];
      for (const rule of auditRules) {
        const violation = await checkRule(tx, rule, settings);
        if (violation) violations.push(violation);
      }
      const [found] = await countRows(tx, {});
      const counted = {
        wallets: Number(found?.wallets),
        entries: Number(found?.entries),
        cards: Number(found?.cards),
        listings: Number(found?.listings),
        sales: Number(found?.sales),
      };
      return { violations, rules: auditRules.length, counted };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
