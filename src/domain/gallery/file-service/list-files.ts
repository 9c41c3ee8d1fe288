import { and, asc, desc, isNotNull, isNull, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { withinBytes } from '#domain/lib/limit-bytes.ts';
import {
  fileColumns,
  isFile,
  type Moment,
  momentText,
  placeOf,
  toStoredFile,
} from './stored-file.ts';

interface FilesQuestion {
  /** The first file is not before it in the order that is asked for. */
  from: Moment | null;
  /** Deleted files instead of the others. */
  removed: boolean;
  /** Posted ones alone, or the others alone. */
  stored: boolean | null;
  limit: number;
  newestFirst: boolean;
}

const uploaded = sql`(${pictures.uploadedAt}, ${pictures.uploadedMicro})`;

/**
 * A page of the files, by the time that they came: `limit` of them, or as many as have 256 KB of names
 * and metadata; the next page begins with the first that is left out. `next` and `previous` are the
 * `from` of the pages around it, null at the ends: what comes or goes meanwhile moves no other file over
 * a page's edge.
 */
export async function listFiles(ctx: Pick<Ctx, 'db' | 'hostedFiles'>, question: FilesQuestion) {
  const { from } = question;
  const [rows, counts, previous] = await Promise.all([
    readPage(ctx, question),
    countFiles(ctx),
    from ? findPrevious(ctx, question, from) : null,
  ]);
  const last = rows.at(-1);
  return {
    files: rows.map((row) => toStoredFile(ctx, row)),
    next: last ? await findNext(ctx, question, { time: last.uploadedAt, micro: last.micro }) : null,
    previous,
    total: totalOf(question, counts),
    counts,
  };
}

async function readPage(
  { db }: Pick<Ctx, 'db'>,
  { from, limit, newestFirst, ...kind }: FilesQuestion,
) {
  const beyond = newestFirst ? sql`<=` : sql`>=`;
  const direction = newestFirst ? sql`desc` : sql`asc`;
  const order = sql`uploaded_at ${direction}, uploaded_micro ${direction}`;
  const found = sql`select id, uploaded_at, uploaded_micro, name || metadata::text as text
    from ${pictures}
    where ${and(isFile, kindOf(kind), from ? sql`${uploaded} ${beyond} ${placeOf(from)}` : undefined)}
    order by ${order} limit ${limit}`;
  return db
    .select(fileColumns)
    .from(pictures)
    .where(sql`${pictures.id} in (select id from ${withinBytes(found, { order })} as page)`)
    .orderBy(...inOrder(newestFirst));
}

/** The first file after `last`, where the next page begins. */
async function findNext(
  { db }: Pick<Ctx, 'db'>,
  question: FilesQuestion,
  last: Moment,
): Promise<string | null> {
  const { newestFirst } = question;
  const after = newestFirst ? sql`<` : sql`>`;
  const [next] = await db
    .select({ time: pictures.uploadedAt, micro: pictures.uploadedMicro })
    .from(pictures)
    .where(and(isFile, kindOf(question), sql`${uploaded} ${after} ${placeOf(last)}`))
    .orderBy(...inOrder(newestFirst))
    .limit(1);
  return next ? momentText(next) : null;
}

/** The beginning of the page before `from`. */
async function findPrevious(
  { db }: Pick<Ctx, 'db'>,
  question: FilesQuestion,
  from: Moment,
): Promise<string | null> {
  const { limit, newestFirst } = question;
  const before = newestFirst ? sql`>` : sql`<`;
  const rows = await db
    .select({ time: pictures.uploadedAt, micro: pictures.uploadedMicro })
    .from(pictures)
    .where(and(isFile, kindOf(question), sql`${uploaded} ${before} ${placeOf(from)}`))
    .orderBy(...inOrder(!newestFirst))
    .limit(limit);
  const first = rows.at(-1);
  return first ? momentText(first) : null;
}

function inOrder(newestFirst: boolean) {
  const direction = newestFirst ? desc : asc;
  return [direction(pictures.uploadedAt), direction(pictures.uploadedMicro)];
}

function kindOf({ removed, stored }: Pick<FilesQuestion, 'removed' | 'stored'>) {
  if (removed) return and(isNotNull(pictures.removedAt), stored ? sql`false` : undefined);
  if (stored === null) return isNull(pictures.removedAt);
  const posted = stored ? isNotNull(pictures.publishedAt) : isNull(pictures.publishedAt);
  return and(isNull(pictures.removedAt), posted);
}

async function countFiles({ db }: Pick<Ctx, 'db'>) {
  const [counts] = await db
    .select({
      removed: sql<number>`count(*) filter (where ${pictures.removedAt} is not null)::int`,
      stored: sql<number>`count(*) filter (where ${pictures.removedAt} is null
        and ${pictures.publishedAt} is not null)::int`,
      unstored: sql<number>`count(*) filter (where ${pictures.removedAt} is null
        and ${pictures.publishedAt} is null)::int`,
    })
    .from(pictures)
    .where(isFile);
  return counts ?? { removed: 0, stored: 0, unstored: 0 };
}

function totalOf(
  { removed, stored }: FilesQuestion,
  counts: Awaited<ReturnType<typeof countFiles>>,
): number {
  if (removed) return stored ? 0 : counts.removed;
  if (stored === null) return counts.stored + counts.unstored;
  return stored ? counts.stored : counts.unstored;
}
