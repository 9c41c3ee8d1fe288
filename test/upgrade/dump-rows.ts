import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { bigintText, text } from '#database/column-types.ts';
import { declareStatement, queryRows } from '#database/prepared-query.ts';

const rowsPerStatement = 200;

const listTables = declareStatement<{ name: string; columns: string }, Record<string, never>>(
  { name: text, columns: text },
  sql`select format('%I.%I', namespace.nspname, class.relname) as name,
      string_agg(quote_ident(attribute.attname), ', ' order by attribute.attnum) as columns
    from pg_class as class
    join pg_namespace as namespace on namespace.oid = class.relnamespace
    join pg_attribute as attribute on attribute.attrelid = class.oid
    where class.relkind = 'r' and namespace.nspname in ('public', 'drizzle')
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    group by 1 order by 1`,
);

const listForeignKeys = declareStatement<
  { owner: string; name: string; definition: string },
  Record<string, never>
>(
  { owner: text, name: text, definition: text },
  sql`select conrelid::regclass::text as owner, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' order by 1, 2`,
);

const listSequences = declareStatement<{ name: string; value: string }, Record<string, never>>(
  { name: text, value: bigintText },
  sql`select format('%I.%I', schemaname, sequencename) as name, last_value as value
    from pg_sequences where last_value is not null order by 1`,
);

/**
 * Statements that insert every row and set every sequence. They disable triggers and drop foreign keys
 * meanwhile, so that the order of the rows does not matter.
 */
export async function dumpRows(db: Database): Promise<string[]> {
  const statements = [
    'create schema drizzle;',
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);',
  ];
  const tables = await listTables(db, {});
  const keys = await listForeignKeys(db, {});
  for (const { owner, name } of keys) {
    statements.push(`alter table ${owner} drop constraint ${name};`);
  }
  for (const { name } of tables) statements.push(`alter table ${name} disable trigger user;`);
  for (const { name, columns } of tables) {
    statements.push(`delete from ${name};`);
    const parts = await queryRows<{ rows: string }>(
      db,
      { rows: text },
      sql.raw(`select jsonb_agg(to_jsonb(one))::text as rows
        from (select ${columns}, (row_number() over () - 1) / ${rowsPerStatement} as part from ${name}) as one
        group by part order by part`),
    );
    for (const { rows } of parts) {
      statements.push(
        `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, $rows$${rows}$rows$);`,
      );
    }
  }
  for (const { name, value } of await listSequences(db, {})) {
    statements.push(`select setval('${name}', ${value});`);
  }
  for (const { name } of tables) statements.push(`alter table ${name} enable trigger user;`);
  for (const { owner, name, definition } of keys) {
    statements.push(`alter table ${owner} add constraint ${name} ${definition};`);
  }
  return statements;
}
