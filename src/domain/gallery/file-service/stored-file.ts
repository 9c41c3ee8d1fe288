import { and, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { pictureAddress } from '../picture-address.ts';

/** A file as the file service tells of it. */
export interface StoredFile {
  id: string;
  /** Name, type and size of what was sent; width and height, in pixels, of what was made of it. */
  name: string;
  kind: string;
  bytes: number;
  width: number;
  height: number;
  /** ISO 8601 in UTC, to the microsecond; no two files have the same. */
  uploadedAt: string;
  /** Null for what was not posted, or was deleted. */
  storedAt: Date | null;
  removedAt: Date | null;
  /** Of the full size, after our origin or whole; null for what was deleted. */
  address: string | null;
  metadata: Record<string, string>;
}

/** A file's place in a list by time. */
export interface Moment {
  /** To the millisecond. */
  time: Date;
  /** 0 to 999. */
  micro: number;
}

/** What of a picture the file service tells. */
export const fileColumns = {
  id: pictures.id,
  name: pictures.name,
  kind: pictures.kind,
  bytes: pictures.bytes,
  width: pictures.fullWidth,
  height: pictures.fullHeight,
  hash: pictures.fullHash,
  uploadedAt: pictures.uploadedAt,
  micro: pictures.uploadedMicro,
  publishedAt: pictures.publishedAt,
  removedAt: pictures.removedAt,
  metadata: pictures.metadata,
};

/** Which files there are: whole ones, and for a while those that were shown and deleted. */
export const isFile = and(
  isNotNull(pictures.keptAt),
  or(isNull(pictures.removedAt), isNotNull(pictures.publishedAt)),
);

/** A moment as one place among others, as `(pictures.uploadedAt, pictures.uploadedMicro)` is one. */
export function placeOf({ time, micro }: Moment) {
  return sql`(${time.toISOString()}::timestamptz, ${micro}::smallint)`;
}

/** As an ISO 8601 text. */
export function momentText({ time, micro }: Moment): string {
  return time.toISOString().replace('Z', `${String(micro).padStart(3, '0')}Z`);
}

type Row = { [Name in keyof typeof fileColumns]: (typeof fileColumns)[Name]['_']['data'] };
type Nullable = 'hash' | 'publishedAt' | 'removedAt';

export function toStoredFile(
  ctx: Pick<Ctx, 'hostedFiles'>,
  row: Omit<Row, Nullable> & { [Name in Nullable]: Row[Name] | null },
): StoredFile {
  const { hash, micro, uploadedAt, publishedAt, removedAt, ...told } = row;
  return {
    ...told,
    uploadedAt: momentText({ time: uploadedAt, micro }),
    storedAt: removedAt ? null : publishedAt,
    removedAt,
    address: removedAt ? null : pictureAddress(ctx, { id: row.id, hash }, 'full'),
  };
}
