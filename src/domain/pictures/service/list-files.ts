import { and, asc, desc, isNotNull, isNull, sql } from 'drizzle-orm';
import { pictures } from '#db/schema.ts';
import type { Ctx } from '../../context.ts';
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
 * A page of the files, by the time that they came. `next` and `previous` are the `from` of the pages
 * around it, null at the ends: what comes or goes meanwhile moves no other file over a page's edge.
 */
export async function listFiles(ctx: Pick<Ctx, 'db' | 'hostedFiles'>, question: FilesQuestion) {
  const { from, limit, newestFirst } = question;
  const ofKind = and(isFile, kindOf(question));
  const beyond = newestFirst ? sql`<=` : sql`>=`;
  const [rows, counts, previous] = await Promise.all([
    ctx.db
      .select(fileColumns)
      .from(pictures)
      .where(and(ofKind, from ? sql`${uploaded} ${beyond} ${placeOf(from)}` : undefined))
      .orderBy(...inOrder(newestFirst))
      .limit(limit + 1),
    countFiles(ctx),
    from ? findPrevious(ctx, question, from) : null,
  ]);
  const next = rows[limit];
  return {
    files: rows.slice(0, limit).map((row) => toStoredFile(ctx, row)),
    next: next ? momentText({ time: next.uploadedAt, micro: next.micro }) : null,
    previous,
    total: totalOf(question, counts),
    counts,
  };
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

function kindOf({ removed, stored }: FilesQuestion) {
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
