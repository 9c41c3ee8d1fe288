import { sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { ledgerEntries, moneyDays } from '#database/schema.ts';
import { isOnDay } from './is-on-day.ts';

/**
 * Sums up what the system accounts got and paid on a UTC day. Entries are never deleted, so a sum that exists once
 * always exists.
 */
export const writeMoneyDay = declareStatement<{ written: number }, { day: string }>(
  { written: integer },
  sql`with written as (
      insert into ${moneyDays} (day, kind, system_account, amount, entries)
      select ${sql.placeholder('day')}::text, entry.kind, entry.system_account,
        sum(entry.amount)::bigint, count(*)::integer
      from ${ledgerEntries} as entry
      where ${isOnDay(sql`entry.created_at`)} and entry.system_account is not null
      group by entry.kind, entry.system_account
      on conflict (day, kind, system_account)
        do update set amount = excluded.amount, entries = excluded.entries
      returning 1
    )
    select count(*)::integer as written from written`,
);
