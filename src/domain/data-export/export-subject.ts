import { and, asc, eq, getTableColumns, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Ctx } from '../context.ts';

/** What an export contains of one table. */
export interface ExportSubject {
  /** The name of the files, without the extension. */
  file: string;
  /** What the rows are, for README.txt. */
  title: string;
  table: PgTable;
  /** The columns by which rows belong to the account; empty when `parents` finds the rows. */
  ofAccount: PgColumn[];
  /** A unique key, in whose order the rows are read. */
  key: [PgColumn, ...PgColumn[]];
  /** Ids of accounts; the export names these accounts. */
  people?: PgColumn[];
  /** Rows that others wrote are left out while they are hidden: who wrote a row, and whether it is hidden. */
  hiddenOfOthers?: { author: PgColumn; cause: PgColumn };
  /** Columns that are not exported, with the reason. */
  without?: Record<string, string>;
  /** A column whose texts are encrypted, with its own name in the files. Its row has null if it cannot be read. */
  decrypted?: {
    column: string;
    name: string;
    /** Other columns that it needs. */
    needs: Record<string, PgColumn>;
    decrypt: (row: ExportRow, ctx: ExportCtx) => string | null;
  };
  parents?: ExportParent[];
}

/** Rows of another table whose children are exported, without those that `ofAccount` finds. */
export interface ExportParent {
  table: PgTable;
  ofAccount: PgColumn[];
  key: PgColumn;
  /** The column of the parent that the column `child` of the subject equals. */
  value: PgColumn;
  child: PgColumn;
  where?: SQL;
}

export type ExportRow = Record<string, unknown>;

export type ExportCtx = Pick<Ctx, 'db' | 'encryption'>;

/** Rows that one statement reads. */
const pageRows = 1_000;
/** Parents whose children one statement reads. */
const pageParents = 200;

/** The columns of the subject's table that are exported, by name. */
export function getExportedColumns({ table, without }: ExportSubject): Record<string, PgColumn> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !(name in (without ?? {}))));
}

/** The names of an exported column in the files: an id of an account becomes the account's name. */
export function getExportedName(
  { people, decrypted }: ExportSubject,
  name: string,
  column: PgColumn,
): string {
  if (decrypted?.column === name) return decrypted.name;
  return people?.includes(column) ? name.replace(/Id$/, '') : name;
}

/** Yields the rows of an account, read in pages in the order of the key. Only one page is in memory. */
export async function* iterateSubject(
  ctx: ExportCtx,
  subject: ExportSubject,
  userId: string,
): AsyncGenerator<ExportRow, void> {
  const { db } = ctx;
  const isVisible = isVisibleTo(subject, userId);
  if (subject.ofAccount.length > 0) {
    yield* iteratePages(ctx, subject, and(isOfAccount(subject.ofAccount, userId), isVisible));
  }
  for (const parent of subject.parents ?? []) {
    const own = and(isOfAccount(parent.ofAccount, userId), parent.where);
    for (let after: unknown = null; ; ) {
      const batch = await db
        .select({ key: parent.key, value: parent.value })
        .from(parent.table)
        .where(after === null ? own : and(own, gt(parent.key, after)))
        .orderBy(asc(parent.key))
        .limit(pageParents);
      const values = batch.map(({ value }) => value);
      const children = and(
        inArray(parent.child, values),
        isNotOfAccount(subject, userId),
        isVisible,
      );
      if (values.length > 0) yield* iteratePages(ctx, subject, children);
      after = batch.at(-1)?.key ?? null;
      if (after === null || batch.length < pageParents) break;
    }
  }
}

function isOfAccount(columns: PgColumn[], userId: string): SQL | undefined {
  return or(...columns.map((column) => eq(column, userId)));
}

/** No condition for a subject that nobody can hide. */
function isVisibleTo({ hiddenOfOthers }: ExportSubject, userId: string): SQL | undefined {
  if (!hiddenOfOthers) return undefined;
  return or(isNull(hiddenOfOthers.cause), eq(hiddenOfOthers.author, userId));
}

/** No condition for a subject whose rows only `parents` finds. A row without an account is of nobody. */
function isNotOfAccount({ ofAccount }: ExportSubject, userId: string): SQL | undefined {
  return ofAccount.length > 0 ? sql`(${isOfAccount(ofAccount, userId)}) is not true` : undefined;
}

async function* iteratePages(
  ctx: ExportCtx,
  subject: ExportSubject,
  condition: SQL | undefined,
): AsyncGenerator<ExportRow, void> {
  const { db } = ctx;
  const { table, key } = subject;
  const columns = getExportedColumns(subject);
  const keyFields = Object.fromEntries(key.map((column, index) => [`key${index}`, column]));
  for (let after: unknown[] | null = null; ; ) {
    const page: ExportRow[] = await db
      .select({ ...keyFields, ...subject.decrypted?.needs, ...columns })
      .from(table)
      .where(after === null ? condition : and(condition, isAfter(key, after)))
      .orderBy(...key.map((column) => asc(column)))
      .limit(pageRows);
    const names = await readUsernames(db, subject, columns, page);
    for (const row of page) yield toExportRow(ctx, subject, columns, row, names);
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = key.map((_, index) => last[`key${index}`]);
  }
}

/** The condition that a row comes after the key `values`. */
function isAfter(key: PgColumn[], values: unknown[]): SQL {
  const given = values.map((value, index) => sql.param(value, key[index]));
  return sql`(${sql.join(key, sql`, `)}) > (${sql.join(given, sql`, `)})`;
}

/** The usernames of the accounts that a page of rows names. */
async function readUsernames(
  db: Database,
  { people = [] }: ExportSubject,
  columns: Record<string, PgColumn>,
  page: ExportRow[],
): Promise<Map<unknown, string>> {
  const named = Object.entries(columns).filter(([, column]) => people.includes(column));
  const ids = new Set(page.flatMap((row) => named.map(([name]) => String(row[name]))));
  if (named.length === 0 || ids.size === 0) return new Map();
  const found = await db
    .select({ id: users.id, username: users.displayUsername })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(found.map(({ id, username }) => [id, username]));
}

function toExportRow(
  ctx: ExportCtx,
  subject: ExportSubject,
  columns: Record<string, PgColumn>,
  row: ExportRow,
  names: Map<unknown, string>,
): ExportRow {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const { decrypted } = subject;
      const value = decrypted?.column === name ? decrypted.decrypt(row, ctx) : row[name];
      return [
        getExportedName(subject, name, column),
        subject.people?.includes(column) ? (names.get(value) ?? null) : value,
      ];
    }),
  );
}
