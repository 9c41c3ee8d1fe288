import { sql } from 'drizzle-orm';
import { cards, ledgerEntries, marketItems, marketSales, wallets } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { accountRules } from './account-rules.ts';
import type { Rule } from './audit-rule.ts';
import { cardRules } from './card-rules.ts';
import { bookRules } from './ledger-rules.ts';
import { moneyRules } from './money-rules.ts';

/** A rule that does not hold. */
export interface Fault {
  rule: string;
  /** The rule as a sentence. */
  says: string;
  /** How many rows break it. */
  count: number;
  /** The first of them. */
  rows: Record<string, unknown>[];
}

export interface AuditReport {
  faults: Fault[];
  /** How many rules were tried. */
  rules: number;
  /** What there was to look at, in the same snapshot. */
  counted: Record<'wallets' | 'entries' | 'cards' | 'listings' | 'sales', number>;
}

/** Enough to see what happened; the count says how much there is. */
const rowsShown = 20;

export const auditRules: readonly Rule[] = [
  ...moneyRules,
  ...bookRules,
  ...cardRules,
  ...accountRules,
];

/**
 * Looks through the whole economy in one read-only snapshot and answers the rules that do not hold,
 * with the first rows that break them. Holds up nobody: it takes no row's lock. Whatever the size, the
 * memory is that of a few rows here, and of `work_mem` for each step in Postgres, which spills to disk.
 */
export async function auditEconomy({ db }: Pick<Ctx, 'db'>): Promise<AuditReport> {
  return db.transaction(
    async (tx) => {
      // It takes as long as it takes, and on few resources: the house is open meanwhile.
      await tx.execute(sql`select set_config('statement_timeout', '0', true),
        set_config('work_mem', '16MB', true), set_config('hash_mem_multiplier', '1', true),
        set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`);
      const faults: Fault[] = [];
      for (const { name, says, broken } of auditRules) {
        const { rows } = await tx.execute<Record<string, unknown>>(
          sql`select broken.*, count(*) over () as "count of all" from (${broken}) as broken
            limit ${rowsShown}`,
        );
        if (rows.length === 0) continue;
        const count = Number(rows[0]?.['count of all']);
        const shown = rows.map(({ 'count of all': _, ...row }) => row);
        faults.push({ rule: name, says, count, rows: shown });
      }
      const { rows } = await tx.execute<Record<keyof AuditReport['counted'], string>>(
        sql`select (select count(*) from ${wallets}) as wallets,
          (select count(*) from ${ledgerEntries}) as entries,
          (select count(*) from ${cards}) as cards,
          (select count(*) from ${marketItems}) as listings,
          (select count(*) from ${marketSales}) as sales`,
      );
      const [found] = rows;
      const counted = {
        wallets: Number(found?.wallets),
        entries: Number(found?.entries),
        cards: Number(found?.cards),
        listings: Number(found?.listings),
        sales: Number(found?.sales),
      };
      return { faults, rules: auditRules.length, counted };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
