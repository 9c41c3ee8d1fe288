import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { nullable, text } from '../column-types.ts';
import { declareStatement, type StatementTarget } from '../prepared-query.ts';
import { filteredTables } from './filtered-tables.ts';

/** The schema of the views. Each has the name of its table and shows some of its rows. */
export const filteredSchema = 'filtered';

const quote = (name: string) => `"${name}"`;

/** The statements that create the views, and a version that differs when they do. */
function describeViews() {
  const statements = [
    `create schema ${filteredSchema}`,
    ...[...filteredTables].map(
      ([table, condition]) =>
        `create view ${filteredSchema}.${quote(table)} as select stored.* from public.${quote(table)} as stored where ${condition}`,
    ),
  ];
  return { statements, version: createHash('sha256').update(statements.join(';')).digest('hex') };
}

const readVersion = declareStatement<{ version: string | null }, Record<string, never>>(
  { version: nullable(text) },
  sql`select obj_description(to_regnamespace(${filteredSchema}), 'pg_namespace') as version`,
);

/** Whether the views are those of this version of the code. */
export async function hasCurrentViews(target: StatementTarget): Promise<boolean> {
  const [row] = await readVersion(target, {});
  return row?.version === describeViews().version;
}

/** Removes the views, because Postgres changes no column that a view shows. Filtered reads fail meanwhile. */
export async function dropFilteredViews(client: { query(text: string): unknown }): Promise<void> {
  await client.query(`drop schema if exists ${filteredSchema} cascade`);
}

/** Creates the views again, with all columns that their tables have now. */
export async function createFilteredViews(client: { query(text: string): unknown }): Promise<void> {
  const { statements, version } = describeViews();
  const all = [
    `drop schema if exists ${filteredSchema} cascade`,
    ...statements,
    `comment on schema ${filteredSchema} is '${version}'`,
  ];
  await client.query(`begin; ${all.join('; ')}; commit`);
}
