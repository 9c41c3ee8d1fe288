import { invalidParameter } from './function-error.ts';

type Scalar = string | number | boolean | null | Date;
export type Decoded = Scalar | Decoded[] | { [key: string]: Decoded };

/** Arguments are flat things; what is deeper is no argument of any function. */
const depthMax = 8;

/**
 * Reads Extended JSON (v2), canonical or relaxed, of what `JSON.parse` made: numbers, dates and object
 * ids become what they stand for, plain JSON stays. Types that no function takes are refused, and so are
 * forms that are not exactly as the specification of EJSON writes them, where its own reader guesses.
 * @throws FunctionFault `InvalidParameter`.
 */
export function decode(value: unknown, depth = 0): Decoded {
  if (depth > depthMax) throw invalidParameter('arguments are nested too deeply');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((item) => decode(item, depth + 1));
  if (typeof value !== 'object') throw invalidParameter('arguments must be JSON');
  const entries = Object.entries(value);
  const [first] = entries;
  if (first?.[0].startsWith('$')) return decodeTyped(first[0], first[1], entries.length);
  const decoded: { [key: string]: Decoded } = {};
  for (const [key, item] of entries) {
    if (key === '__proto__' || key.startsWith('$')) {
      throw invalidParameter(`a field cannot be named '${key.slice(0, 40)}'`);
    }
    decoded[key] = decode(item, depth + 1);
  }
  return decoded;
}

/** `{ "$type": value }`, with nothing beside it. */
function decodeTyped(type: string, value: unknown, fields: number): Decoded {
  const decoded = fields === 1 ? readers.get(type)?.(value) : undefined;
  if (decoded === undefined) {
    throw invalidParameter(`a value of type '${type.slice(0, 40)}' cannot be read`);
  }
  return decoded;
}

/** What each type's value stands for; undefined where it is not in its form. */
const readers = new Map<string, (value: unknown) => Scalar | undefined>([
  ['$numberInt', (value) => integer(value, 2 ** 31)],
  // Beyond what a number holds exactly, it would be another number.
  ['$numberLong', (value) => integer(value, Number.MAX_SAFE_INTEGER + 1)],
  ['$numberDouble', double],
  ['$oid', objectId],
  ['$date', date],
]);

function integer(value: unknown, below: number): number | undefined {
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) return undefined;
  const number = Number(value);
  return number >= -below && number < below ? number + 0 : undefined;
}

const notFinite = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

function double(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (notFinite.has(value)) return notFinite.get(value);
  const written = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?$/.test(value);
  return written ? Number(value) : undefined;
}

function objectId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value) ? value : undefined;
}

/** Canonical with milliseconds, relaxed as ISO 8601. */
function date(value: unknown): Date | undefined {
  const ms = typeof value === 'string' ? isoTime(value) : longTime(value);
  const read = ms === undefined ? undefined : new Date(ms);
  return read && !Number.isNaN(read.getTime()) ? read : undefined;
}

function isoTime(text: string): number | undefined {
  const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  return iso ? Date.parse(text) : undefined;
}

function longTime(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [entry, ...more] = Object.entries(value);
  if (!entry || more.length > 0 || entry[0] !== '$numberLong') return undefined;
  return integer(entry[1], Number.MAX_SAFE_INTEGER + 1);
}
