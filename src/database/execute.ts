import type { SQL } from 'drizzle-orm';

/** Runs raw SQL whose rows nobody reads. `queryRows` returns rows, and their columns are declared. */
export interface Execute {
  execute(statement: SQL | string): Promise<{ rowCount: number | null }>;
}
