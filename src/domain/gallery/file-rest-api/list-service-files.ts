import { and, asc, desc, isNotNull, isNull, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { pictures } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '#domain/context.ts';
import { limitRowsToBytes } from '#domain/lib/limit-bytes.ts';
import {
  fileColumns,
  formatUploadTime,
  isServiceFile,
  toServiceFile,
  toSqlTime,
  type UploadTime,
} from './service-file.ts';

interface FilesQuery {
  /** Where the page starts in the requested order; null for the first page. */
  from: UploadTime | null;
  /** True: only deleted files. False: only files that are not deleted. */
  removed: boolean;
  /** True: only posted files. False: only files that are not posted. Null: both. */
  stored: boolean | null;
  limit: number;
  newestFirst: boolean;
}

const uploaded = sql`(${pictures.uploadedAt}, ${pictures.uploadedMicro})`;

/**
 * A page of the files in the order of upload: at most `limit` files, and at most 256 KB of names
 * and metadata. The next page starts with the first file that is left out.
 * `next` and `previous` are the `from` of the neighbouring pages, null at the ends. They are upload
 * times, so that new and deleted files do not shift the other pages.
 */
export async function listFiles(ctx: Pick<Ctx, 'db' | 'gallery'>, query: FilesQuery) {
  const { from } = query;
  const [rows, counts, previous] = await Promise.all([
    readPage(ctx, query),
    countFiles(ctx),
    from ? findPrevious(ctx, query, from) : null,
  ]);
  const last = rows.at(-1);
  return {
    files: rows.map((row) => toServiceFile(ctx, row)),
    next: last ? await findNext(ctx, query, { time: last.uploadedAt, micro: last.micro }) : null,
    previous,
    total: getTotal(query, counts),
    counts,
  };
}

async function readPage(
  { db }: Pick<Ctx, 'db'>,
  { from, limit, newestFirst, ...state }: FilesQuery,
) {
  const beyond = newestFirst ? sql`<=` : sql`>=`;
  const direction = newestFirst ? sql`desc` : sql`asc`;
  const order = sql`uploaded_at ${direction}, uploaded_micro ${direction}`;
  const candidates = sql`select id, uploaded_at, uploaded_micro, name || metadata::text as text
    from ${pictures}
    where ${and(isServiceFile, stateFilter(state), from ? sql`${uploaded} ${beyond} ${toSqlTime(from)}` : undefined)}
    order by ${order} limit ${limit}`;
  return db
    .select(fileColumns)
    .from(pictures)
    .where(
      sql`${pictures.id} in (select id from ${limitRowsToBytes(candidates, { order })} as page)`,
    )
    .orderBy(...orderColumns(newestFirst));
}

/** The upload time of the first file after `last`, where the next page starts. */
async function findNext(
  { db }: Pick<Ctx, 'db'>,
  query: FilesQuery,
  last: UploadTime,
): Promise<string | null> {
  const { newestFirst } = query;
  const after = newestFirst ? sql`<` : sql`>`;
  const [next] = await db
    .select({ time: pictures.uploadedAt, micro: pictures.uploadedMicro })
    .from(pictures)
    .where(and(isServiceFile, stateFilter(query), sql`${uploaded} ${after} ${toSqlTime(last)}`))
    .orderBy(...orderColumns(newestFirst))
    .limit(1);
  return next ? formatUploadTime(next) : null;
}

/** The upload time of the first file of the previous page. */
async function findPrevious(
  { db }: Pick<Ctx, 'db'>,
  query: FilesQuery,
  from: UploadTime,
): Promise<string | null> {
  const { limit, newestFirst } = query;
  const before = newestFirst ? sql`>` : sql`<`;
  const rows = await db
    .select({ time: pictures.uploadedAt, micro: pictures.uploadedMicro })
    .from(pictures)
    .where(and(isServiceFile, stateFilter(query), sql`${uploaded} ${before} ${toSqlTime(from)}`))
    .orderBy(...orderColumns(!newestFirst))
    .limit(limit);
  const first = rows.at(-1);
  return first ? formatUploadTime(first) : null;
}

function orderColumns(newestFirst: boolean) {
  const direction = newestFirst ? desc : asc;
  return [direction(pictures.uploadedAt), direction(pictures.uploadedMicro)];
}

function stateFilter({ removed, stored }: Pick<FilesQuery, 'removed' | 'stored'>) {
  if (removed) return and(isNotNull(pictures.removedAt), stored ? sql`false` : undefined);
  if (stored === null) return isNull(pictures.removedAt);
  const posted = stored ? isNotNull(pictures.publishedAt) : isNull(pictures.publishedAt);
  return and(isNull(pictures.removedAt), posted);
}

async function countFiles({ db }: Pick<Ctx, 'db'>) {
  const [counts] = await db
    .select({
      removed: typedSql(
        integer,
        sql`count(*) filter (where ${pictures.removedAt} is not null)::int`,
      ),
      stored: typedSql(
        integer,
        sql`count(*) filter (where ${pictures.removedAt} is null
        and ${pictures.publishedAt} is not null)::int`,
      ),
      unstored: typedSql(
        integer,
        sql`count(*) filter (where ${pictures.removedAt} is null
        and ${pictures.publishedAt} is null)::int`,
      ),
    })
    .from(pictures)
    .where(isServiceFile);
  return counts ?? { removed: 0, stored: 0, unstored: 0 };
}

function getTotal(
  { removed, stored }: FilesQuery,
  counts: Awaited<ReturnType<typeof countFiles>>,
): number {
  if (removed) return stored ? 0 : counts.removed;
  if (stored === null) return counts.stored + counts.unstored;
  return stored ? counts.stored : counts.unstored;
}
