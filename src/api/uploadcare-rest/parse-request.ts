import { z } from 'zod';
import type { UploadTime } from '#domain/gallery/file-rest-api/service-file.ts';
import { fileServiceConstants } from '#shared/constants/gallery/uploads.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { ApiError } from '../lib/api-error.ts';

const uuid = z.uuid().toLowerCase();
const flag = z
  .enum(['true', 'false'], 'Must be a boolean value.')
  .transform((word) => word === 'true');
const datePattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?(Z|[+-]\d\d:?\d\d)?)?$/i;

const fileListQuery = z.object({
  from: z
    .string()
    .transform((text, issues) => {
      const from = parseDate(text);
      if (from) return from;
      issues.addIssue({ code: 'custom', message: 'Must be a date in the form of ISO 8601.' });
      return z.NEVER;
    })
    .nullable()
    .default(null),
  removed: flag.default(false),
  stored: flag.nullable().default(null),
  limit: z.coerce
    .number('Must be a number.')
    .int('Must be a whole number.')
    .min(1, `Must be from 1 to ${fileServiceConstants.pageMax}.`)
    .max(fileServiceConstants.pageMax, `Must be from 1 to ${fileServiceConstants.pageMax}.`)
    .default(fileServiceConstants.pageSize),
  ordering: z
    .enum(
      ['datetime_uploaded', '-datetime_uploaded'],
      'Must be datetime_uploaded or -datetime_uploaded.',
    )
    .default('datetime_uploaded'),
});

/** Parses the query of a file list; an empty parameter counts as missing. @throws AppError `bad-input`. */
export function parseFileListQuery(query: Record<string, string>) {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const { from, ordering, ...rest } = parseInput(fileListQuery, Object.fromEntries(given));
  const newestFirst = ordering.startsWith('-');
  return { ...rest, newestFirst, from: from && toMoment(from, newestFirst) };
}

/** Parses the file id of a path. @throws ApiError `NotFound` if it cannot be an id. */
export function parseFileId(text: string): string {
  const parsed = uuid.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new ApiError(404, 'NotFound', 'Not found.');
}

/**
 * Parses the body of a batch request. Maps each id to the text that was sent for it.
 * @throws ApiError `BadRequest` if the body is not a list of 1 to 100 texts.
 */
export function parseFileIds(body: Uint8Array): { ids: Map<string, string>; invalid: string[] } {
  const given = z
    .array(z.string().max(100))
    .min(1)
    .max(fileServiceConstants.batchMax)
    .safeParse(parseJson(body));
  if (!given.success) {
    throw new ApiError(
      400,
      'BadRequest',
      `Expected a list of 1 to ${fileServiceConstants.batchMax} file UUIDs.`,
    );
  }
  const ids = new Map<string, string>();
  const invalid: string[] = [];
  for (const text of given.data) {
    const id = uuid.safeParse(text).data;
    if (id) ids.set(id, text);
    else invalid.push(text);
  }
  return { ids, invalid };
}

/** Parses JSON; null for anything else. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

interface ParsedDate {
  time: Date;
  micro: number;
  /** Whether the text contained microseconds. */
  exact: boolean;
}

function parseDate(text: string): ParsedDate | null {
  // A plus sign that was not escaped arrives as a space.
  const [, day, clock = '00:00', fraction = '', zone = 'Z'] =
    datePattern.exec(text.replace(/ (?=\d\d:?\d\d$)/, text.includes('T') ? '+' : ' ')) ?? [];
  if (!day) return null;
  const time = new Date(
    `${day}T${clock}${clock.length === 5 ? ':00' : ''}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`,
  );
  // The year in UTC. Postgres and ISO 8601 do not represent other years reliably.
  const year = time.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return null;
  return { time, micro: Number(fraction.slice(3).padEnd(3, '0')), exact: fraction.length > 3 };
}

/** A date without microseconds means the whole millisecond: a list in descending order starts at its end. */
function toMoment({ time, micro, exact }: ParsedDate, newestFirst: boolean): UploadTime {
  return { time, micro: newestFirst && !exact ? 999 : micro };
}
