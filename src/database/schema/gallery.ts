import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AppErrorCode } from '#shared/errors/app-error.ts';
import { users } from './accounts.ts';

/** What a client of the file service wants to find again with a file. */
const metadata = () => jsonb().$type<Record<string, string>>().notNull().default({});

/** Uploads under way, and for a while those that came to nothing. */
export const uploads = pgTable(
  'uploads',
  {
    /** The picture will have the same. Nobody else can guess it. */
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** Null for what comes by the file service's key: it is in nobody's name. */
    userId: uuid().references(() => users.id),
    /** `receiving` parts, `finishing`: the picture is made of what came; `ended`: see `refusal`. */
    stage: text({ enum: ['receiving', 'finishing', 'ended'] }).notNull(),
    /** Why no picture came of it. Null while one may, and when one did. */
    refusal: text().$type<AppErrorCode>(),
    /** Of the file, as it can be shown. */
    name: text().notNull(),
    /** Of the whole file, as announced. */
    bytes: integer().notNull(),
    /** Of every part but the last; null for a file that came in one request. */
    partBytes: integer(),
    /** Whether the picture is shown in the gallery as soon as it is made. */
    publish: boolean().notNull(),
    metadata: metadata(),
    /** When it began, or was taken over from a node that ended: tells the tries at its picture apart. */
    startedAt: timestamp({ withTimezone: true }).notNull(),
    /** When something of it came last, or its node noted that it makes the picture. */
    touchedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('uploads_user').on(table.userId), index('uploads_touched').on(table.touchedAt)],
);

/** Parts of uploads. The row comes before the file, so that no file is unknown. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    /** Names its file, so that a part that is sent twice is two files. */
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    /** 0, 1, 2 … */
    number: integer().notNull(),
    /** When the file was whole; null until then. */
    receivedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('upload_parts_upload').on(table.uploadId, table.number)],
);

/** Tells apart what came in the same millisecond. */
export const picturesMicro = pgSequence('pictures_micro', {
  minValue: 0,
  maxValue: 999,
  startWith: 0,
  cycle: true,
});

/** Pictures of the gallery, those that nobody posted yet, and what is left of deleted ones. */
export const pictures = pgTable(
  'pictures',
  {
    id: uuid().primaryKey(),
    /** Null for what came by the file service's key: it is kept there, and not in the gallery. */
    userId: uuid().references(() => users.id),
    caption: text().notNull().default(''),
    /** Of what was sent: its name as it can be shown, its type by content, its size. */
    name: text().notNull(),
    kind: text().notNull(),
    bytes: integer().notNull(),
    /**
     * In pixels; the hash is the file's SHA-256 in hexadecimal digits. Bytes and hashes are null where a
     * hosted service has the file.
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
    /** In milliseconds; with the microseconds no two are the same, so that lists can be paged by them. */
    uploadedAt: timestamp({ withTimezone: true }).notNull(),
    uploadedMicro: smallint().notNull().default(sql`nextval('pictures_micro')`),
    /** When both files were kept; null until then. */
    keptAt: timestamp({ withTimezone: true }),
    /** When it came into the gallery; null for what was only uploaded. */
    publishedAt: timestamp({ withTimezone: true }),
    removedAt: timestamp({ withTimezone: true }),
    /** When the files of a deleted picture were deleted, too. */
    filesGoneAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('pictures_caption_length', sql`char_length(${table.caption}) <= 200`),
    // Files are named by them.
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
    index('pictures_removed').on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
);
