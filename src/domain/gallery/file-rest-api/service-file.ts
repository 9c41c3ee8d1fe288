import { and, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { isGalleryPicture, isNotHidden } from '../gallery-columns.ts';
import { getPictureUrl } from '../picture-url.ts';
import { describeFile } from './describe-file.ts';

/** A file as the file service shows it. Its row is in the table `pictures`. */
export interface ServiceFile {
  id: string;
  /**
   * The name is of the file that was sent, type and size as `describeFile` says; width and height, in pixels, of
   * the full size that we made.
   */
  name: string;
  kind: string;
  bytes: number;
  width: number;
  height: number;
  /** ISO 8601 in UTC with microseconds. It is unique among all files. */
  uploadedAt: string;
  /** When the file was made permanent; null when it was not, or when it is deleted. */
  storedAt: Date | null;
  removedAt: Date | null;
  /** Path on this server or a whole URL of the full size; null when the file is deleted. */
  url: string | null;
  metadata: Record<string, string>;
}

/** The upload time of a file, which is its position in lists. */
export interface UploadTime {
  /** With milliseconds. */
  time: Date;
  /** The microseconds, 0 to 999. */
  micro: number;
}

/** The columns that the file service reads. */
export const fileColumns = {
  id: pictures.id,
  name: pictures.name,
  kind: pictures.kind,
  bytes: pictures.bytes,
  storedBytes: pictures.fullBytes,
  userId: pictures.userId,
  width: pictures.fullWidth,
  height: pictures.fullHeight,
  hash: pictures.fullHash,
  uploadedAt: pictures.uploadedAt,
  micro: pictures.uploadedMicro,
  publishedAt: pictures.publishedAt,
  removedAt: pictures.removedAt,
  metadata: pictures.metadata,
};

/**
 * Selects the files that the file service shows: completely stored ones, and posted ones that were
 * deleted and not purged yet. Hidden pictures are left out.
 */
export const isServiceFile = and(
  isGalleryPicture,
  isNotHidden,
  isNotNull(pictures.keptAt),
  or(isNull(pictures.removedAt), isNotNull(pictures.publishedAt)),
);

/** An upload time as an SQL row that compares with `(uploaded_at, uploaded_micro)`. */
export function toSqlTime({ time, micro }: UploadTime) {
  return sql`(${time.toISOString()}::timestamptz, ${micro}::smallint)`;
}

/** Formats an upload time as ISO 8601 with microseconds. */
export function formatUploadTime({ time, micro }: UploadTime): string {
  return time.toISOString().replace('Z', `${String(micro).padStart(3, '0')}Z`);
}

type Row = { [Name in keyof typeof fileColumns]: (typeof fileColumns)[Name]['_']['data'] };
type Nullable = 'hash' | 'publishedAt' | 'removedAt' | 'storedBytes' | 'userId';

export function toServiceFile(
  ctx: Pick<Ctx, 'gallery'>,
  row: Omit<Row, Nullable> & { [Name in Nullable]: Row[Name] | null },
): ServiceFile {
  const { id, name, width, height, metadata, hash, micro, uploadedAt, publishedAt, removedAt } =
    row;
  return {
    ...{ id, name, width, height, metadata },
    ...describeFile(row),
    uploadedAt: formatUploadTime({ time: uploadedAt, micro }),
    storedAt: removedAt ? null : publishedAt,
    removedAt,
    url: removedAt ? null : getPictureUrl(ctx, { id, hash }, 'full'),
  };
}
