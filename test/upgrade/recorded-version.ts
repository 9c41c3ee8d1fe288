import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';

/** What a released version sends to the database: `npm run record-statements`. */
export interface RecordedVersion {
  /** Statements that read or write, without their values. */
  statements: string[];
  /** The rules that its writes satisfy, by table. */
  constraints: TableConstraint[];
}

export interface TableConstraint {
  table: string;
  definition: string;
}

/** Constraints, and indexes that make values unique, of the application's tables. */
export const listConstraints = declareStatement<TableConstraint, Record<string, never>>(
  { table: text, definition: text },
  sql`select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
    from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'u', 'p', 'x')
    union
    select tablename::text, regexp_replace(indexdef, ' INDEX \\S+ ON ', ' INDEX ON ')
    from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE %'
    order by 1, 2`,
);

/** The columns that an insert must name. */
export const listRequiredColumns = declareStatement<
  { table: string; column: string },
  Record<string, never>
>(
  { table: text, column: text },
  sql`select attrelid::regclass::text as "table", attname::text as "column"
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
      and attnotnull and not atthasdef and attidentity = '' and not attisdropped`,
);

/** Whether Postgres accepts the statement on the present schema; otherwise the reason. */
export async function findProblem(
  { $client }: { $client: pg.Client },
  statement: string,
): Promise<string | null> {
  try {
    // Its tables and columns are looked up, and nothing is executed.
    await $client.query(`prepare recorded as ${statement}`);
    await $client.query('deallocate recorded');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The table and columns of each insert in a statement. */
export function findInserts(statement: string): { table: string; columns: string[] }[] {
  const inserts = statement.matchAll(/insert into "?(\w+)"?(?: as \w+)?\s*\(([^()]*)\)/gi);
  return [...inserts].map(([, table = '', columns = '']) => ({
    table,
    columns: columns.split(',').map((column) => column.trim().replaceAll('"', '')),
  }));
}
