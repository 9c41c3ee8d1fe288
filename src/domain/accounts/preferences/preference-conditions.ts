import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { preferences } from '#database/schema.ts';

/** The SQL condition that others may see the name of the account in the sales of a card. */
export function isNamedInSales(userId: PgColumn | SQL): SQL {
  return sql`not exists (select from ${preferences}
    where ${preferences.userId} = ${userId} and not ${preferences.isNamedInSales})`;
}

/** The SQL condition that leaderboards show the account. */
export function isInLeaderboards(userId: PgColumn | SQL): SQL {
  return sql`not exists (select from ${preferences}
    where ${preferences.userId} = ${userId} and not ${preferences.isInLeaderboards})`;
}
