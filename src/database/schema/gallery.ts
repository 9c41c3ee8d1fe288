import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AppErrorCode } from '#shared/errors/app-error.ts';
import { users } from './accounts.ts';
import { hiddenColumns } from './hidden-columns.ts';

/** Metadata that a client of the file service stores with a file. */
const metadata = () => jsonb().$type<Record<string, string>>().notNull().default({});

/** Uploads in progress, and for a while those that failed. */
export const uploads = pgTable(
  'uploads',
  {
    /** The id of the later picture. Nobody else can guess it. */
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** Null for an upload with the file service's key: it belongs to no account. */
    userId: uuid().references(() => users.id),
    /** `receiving` parts, `finishing` (the picture is being made) or `ended` (see `errorCode`). */
    stage: text({ enum: ['receiving', 'finishing', 'ended'] }).notNull(),
    /**
     * The error code when there is no picture. Null while a picture is possible and when it was
     * made.
     */
    errorCode: text('refusal').$type<AppErrorCode>(),
    /** The file name in the form that can be shown. */
    name: text().notNull(),
    /** The size of the whole file, as announced. */
    bytes: integer().notNull(),
    /** The size of every part except the last; null for a file that was sent in one request. */
    partBytes: integer(),
    /** Whether the picture is posted in the gallery as soon as it is made. */
    publish: boolean().notNull(),
    metadata: metadata(),
    /**
     * When the upload started or was taken over from a node that stopped. It identifies the
     * processing attempt.
     */
    startedAt: timestamp({ withTimezone: true }).notNull(),
    /**
     * The time of the last progress: received data, or a sign of life of the node that makes the
     * picture.
     */
    touchedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('uploads_user').on(table.userId), index('uploads_touched').on(table.touchedAt)],
);

/** Parts of uploads. The row is written before the file, so that every file has a row. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    /** Names the part's file. A part that is sent twice has two files. */
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    /** 0, 1, 2 … */
    number: integer().notNull(),
    /** When the part was received completely; null before. */
    receivedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('upload_parts_upload').on(table.uploadId, table.number)],
);

/** Distinguishes uploads of the same millisecond. */
export const picturesMicro = pgSequence('pictures_micro', {
  minValue: 0,
  maxValue: 999,
  startWith: 0,
  cycle: true,
});

/**
 * Pictures of the gallery, pictures that are not posted yet, pictures of the site, and the remaining
 * rows of deleted ones.
 */
export const pictures = pgTable(
  'pictures',
  {
    id: uuid().primaryKey(),
    /**
     * Null for an upload with the file service's key: it is stored there and not shown in the
     * gallery.
     */
    userId: uuid().references(() => users.id),
    /**
     * `gallery`: a player's picture or a file of the file service. `site`: a picture that editors of
     * the site uploaded for its own pages; it is never posted and in no list of files.
     */
    purpose: text({ enum: ['gallery', 'site'] })
      .notNull()
      .default('gallery'),
    caption: text().notNull().default(''),
    /**
     * Of the file that was sent: the name in the form that can be shown, the type by content, the
     * size.
     */
    name: text().notNull(),
    kind: text().notNull(),
    bytes: integer().notNull(),
    /**
     * Sizes in pixels; hashes are SHA-256 of the file in hexadecimal digits. Bytes and hashes are
     * null when an external file service has the file.
     */
    fullWidth: integer().notNull(),
    fullHeight: integer().notNull(),
    fullBytes: integer(),
    fullHash: text(),
    thumbnailWidth: integer().notNull(),
    thumbnailHeight: integer().notNull(),
    thumbnailBytes: integer(),
    thumbnailHash: text(),
    metadata: metadata(),
    /**
     * In milliseconds. Together with the microseconds it is unique, so that lists can be paged by
     * it.
     */
    uploadedAt: timestamp({ withTimezone: true }).notNull(),
    uploadedMicro: smallint().notNull().default(sql`nextval('pictures_micro')`),
    /** When both files were stored; null before. */
    keptAt: timestamp({ withTimezone: true }),
    /** When the picture was posted; null when it was only uploaded. */
    publishedAt: timestamp({ withTimezone: true }),
    removedAt: timestamp({ withTimezone: true }),
    /** When the files of a deleted picture were deleted. */
    filesGoneAt: timestamp({ withTimezone: true }),
    ...hiddenColumns(),
  },
  (table) => [
    check('pictures_caption_length', sql`char_length(${table.caption}) <= 200`),
    check(
      'pictures_posted_purpose',
      sql`${table.purpose} = 'gallery' or ${table.publishedAt} is null`,
    ),
    // File names contain the hashes.
    check(
      'pictures_hashes',
      sql`case num_nulls(${table.fullBytes}, ${table.fullHash}, ${table.thumbnailBytes},
        ${table.thumbnailHash}) when 0 then (${table.fullHash} || ${table.thumbnailHash}) ~ '^[0-9a-f]{128}$'
        when 4 then true else false end`,
    ),
    index('pictures_gallery')
      .on(table.publishedAt, table.id)
      .where(sql`${table.publishedAt} is not null and ${table.removedAt} is null`),
    uniqueIndex('pictures_moment').on(table.uploadedAt, table.uploadedMicro),
    index('pictures_user').on(table.userId, table.uploadedAt),
    index('pictures_unpublished').on(table.uploadedAt).where(sql`${table.publishedAt} is null`),
    index('pictures_site').on(table.uploadedAt).where(sql`${table.purpose} = 'site'`),
    index('pictures_hidden').on(table.id).where(sql`${table.hiddenCause} is not null`),
    index('pictures_removed').on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
);

/** What uses the pictures of the site. A picture that nothing uses is deleted. */
export const pictureUses = pgTable(
  'picture_uses',
  {
    pictureId: uuid()
      .notNull()
      .references(() => pictures.id),
    /** What uses it, such as `game:2000000000`. */
    usedBy: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.usedBy, table.pictureId] }),
    index('picture_uses_picture').on(table.pictureId),
  ],
);
