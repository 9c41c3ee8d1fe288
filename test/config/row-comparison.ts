import pg from 'pg';
import type { ColumnType } from '#database/column-types.ts';
import type { DeclaredStatement } from '#database/row-observer.ts';

/** A column as Postgres describes it. */
export type DescribedColumn = Pick<pg.FieldDef, 'name' | 'dataTypeID'>;

/** More rows of one result are not read: they come from the same statement. */
const rowsMax = 1_000;

const typeNames = new Map(
  Object.entries(pg.types.builtins).map(([name, oid]) => [oid, name.toLowerCase()]),
);
const typeName = (oid: number) => typeNames.get(oid) ?? `type ${oid}`;

/** The differences between the declared columns of a statement and those that Postgres describes. */
export function compareColumns(
  { text, columns }: DeclaredStatement,
  described: readonly DescribedColumn[],
): string[] {
  const types = new Map(described.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const differences = Object.entries(columns).flatMap(([name, { oids }]) => {
    const oid = types.get(name);
    if (oid === undefined) return [`'${name}' is declared, but is not selected`];
    if (oids.includes(oid)) return [];
    return [`'${name}' is ${typeName(oid)}, but is declared as ${oids.map(typeName).join(' or ')}`];
  });
  const undeclared = described.filter(({ name }) => !Object.hasOwn(columns, name));
  const twice = described.length - types.size;
  return [
    ...differences,
    ...undeclared.map(({ name }) => `'${name}' is selected, but is not declared`),
    ...(twice > 0 ? [`${twice} columns have the name of another one`] : []),
  ].map((difference) => `${difference}: ${shorten(text)}`);
}

/** The texts of the statements whose columns are as declared, by the declared columns. */
const correct = new WeakMap<DeclaredStatement['columns'], Set<string>>();

/**
 * The same, but not again for a statement that has no differences: Postgres describes the columns with each result, and
 * comparing all of them took a seventh of the processor time of some tests.
 */
export function compareNewColumns(
  statement: DeclaredStatement,
  described: readonly DescribedColumn[],
): string[] {
  const { text, columns } = statement;
  const texts = correct.get(columns) ?? new Set<string>();
  if (texts.has(text)) return [];
  const differences = compareColumns(statement, described);
  if (differences.length === 0) correct.set(columns, texts.add(text));
  return differences;
}

/**
 * The values that are not of the declared type, such as null where the column is not nullable. Of a left
 * join that found a row, each column has its own type.
 */
export function compareValues(
  { text, columns }: DeclaredStatement,
  rows: readonly Record<string, unknown>[],
): string[] {
  const found = new Map<string, string>();
  for (const row of rows.slice(0, rowsMax)) {
    for (const [name, declared] of Object.entries(columns)) {
      if (found.has(name)) continue;
      const { leftJoin = {} } = declared;
      const foundRow = Object.keys(leftJoin).some((joined) => row[joined] !== null);
      const difference = compareValue((foundRow && leftJoin[name]) || declared, row[name]);
      if (difference) found.set(name, `'${name}' is ${difference}: ${shorten(text)}`);
    }
  }
  return [...found.values()];
}

/** What is wrong with a value; null if it is of the type. */
function compareValue({ value: schema }: ColumnType<unknown>, value: unknown): string | null {
  const { error } = schema.safeParse(value);
  if (!error) return null;
  const shown = JSON.stringify(value)?.slice(0, 100);
  return `${shown}, which is not as declared (${error.issues.map(({ message }) => message).join(', ')})`;
}

const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 300);
