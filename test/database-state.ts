import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

/** What every table holds, as a digest by its name; when somebody was last seen is left out. */
export async function databaseState(db: Database): Promise<Map<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const digests = tables.map(
    ({ name }) => sql`select ${name}::text as name,
      md5(coalesce(string_agg((to_jsonb(t) - 'last_seen_at')::text, ',' order by t::text), '')) as digest
      from ${sql.identifier(name)} as t`,
  );
  const { rows } = await db.execute<{ name: string; digest: string }>(
    sql.join(digests, sql` union all `),
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables that hold something else than they did. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
}
