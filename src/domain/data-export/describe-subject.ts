import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { ExportParent, ExportSubject } from './export-subject.ts';

/**
 * Describes what an export contains of a table, from the table's own description: all columns, in the order of the
 * primary key, of the rows that refer to the account. `given` says what differs; a table without foreign keys needs
 * `people`.
 */
export function describeSubject(
  file: string,
  title: string,
  table: PgTable,
  given: Partial<ExportSubject> = {},
): ExportSubject {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const leftOut = Object.keys(given.without ?? {}).map((name) => columns[name]);
  const { people = findPeople(table).filter((column) => !leftOut.includes(column)) } = given;
  return { file, title, table, key: findKey(table), ofAccount: people, ...given, people };
}

/** The rows whose column `child` is the key of a row of the account in `table`. */
export function rowsOfOwn(table: PgTable, child: PgColumn): ExportParent {
  const [key] = findKey(table);
  return { table, ofAccount: findPeople(table), key, value: key, child };
}

/** The columns that refer to accounts. */
function findPeople(table: PgTable): PgColumn[] {
  return getTableConfig(table).foreignKeys.flatMap((foreignKey) => {
    const { columns, foreignTable } = foreignKey.reference();
    return ['users', 'wallets'].includes(getTableName(foreignTable)) ? columns : [];
  });
}

function findKey(table: PgTable): [PgColumn, ...PgColumn[]] {
  const { columns, primaryKeys } = getTableConfig(table);
  const single = columns.filter(({ primary }) => primary);
  const [first, ...others] = primaryKeys[0]?.columns ?? single;
  if (!first) throw new Error(`The table ${getTableName(table)} has no primary key.`);
  return [first, ...others];
}
