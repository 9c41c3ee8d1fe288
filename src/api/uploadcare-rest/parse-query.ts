import { z } from 'zod';
import type { Moment } from '#domain/gallery/file-service/stored-file.ts';
import { fileServiceConstants } from '#shared/constants/uploads.ts';
import { WireFault } from './responses.ts';

const uuid = z.uuid().toLowerCase();
const flag = z
  .enum(['true', 'false'], 'Must be a boolean value.')
  .transform((word) => word === 'true');
const dateForm =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?(Z|[+-]\d\d:?\d\d)?)?$/i;

const question = z.object({
  from: z
    .string()
    .transform((text, issues) => {
      const from = readDate(text);
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

/** What a list is asked for; an empty parameter counts as none. @throws WireFault */
export function readQuestion(query: Record<string, string>) {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const parsed = question.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new WireFault(400, `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { from, ordering, ...rest } = parsed.data;
  const newestFirst = ordering.startsWith('-');
  return { ...rest, newestFirst, from: from && toMoment(from, newestFirst) };
}

/** The id in an address. @throws WireFault for what is none. */
export function readFileId(text: string): string {
  const parsed = uuid.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new WireFault(404, 'Not found.');
}

/** The ids of a request about many files, as they were sent. @throws WireFault */
export function readBatch(body: Uint8Array): { ids: Map<string, string>; invalid: string[] } {
  const given = z
    .array(z.string().max(100))
    .min(1)
    .max(fileServiceConstants.batchMax)
    .safeParse(parse(body));
  if (!given.success) {
    throw new WireFault(
      400,
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

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

interface ReadDate {
  time: Date;
  micro: number;
  /** Whether it says microseconds, or leaves them open. */
  exact: boolean;
}

function readDate(text: string): ReadDate | null {
  // A plus sign that was not escaped arrives as a blank.
  const [, day, clock = '00:00', fraction = '', zone = 'Z'] =
    dateForm.exec(text.replace(/ (?=\d\d:?\d\d$)/, text.includes('T') ? '+' : ' ')) ?? [];
  if (!day) return null;
  const time = new Date(
    `${day}T${clock}${clock.length === 5 ? ':00' : ''}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`,
  );
  // In UTC, with the zone counted in: beyond these years neither a database nor ISO 8601 is sure of them.
  const year = time.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return null;
  return { time, micro: Number(fraction.slice(3).padEnd(3, '0')), exact: fraction.length > 3 };
}

/** A date to the millisecond means all of it: whoever looks back from it starts at its end. */
function toMoment({ time, micro, exact }: ReadDate, newestFirst: boolean): Moment {
  return { time, micro: newestFirst && !exact ? 999 : micro };
}
