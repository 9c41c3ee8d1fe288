import { invalidParameter } from './function-error.ts';

type Scalar = string | number | boolean | null | Date;
export type DecodedValue = Scalar | DecodedValue[] | { [key: string]: DecodedValue };

/** How deeply arguments may be nested. No function needs more. */
const depthMax = 8;

/**
 * Decodes parsed Extended JSON (v2), canonical or relaxed. Numbers, dates and object ids become plain
 * values; plain JSON stays as it is. Types that no function takes are rejected. So is every notation
 * that the EJSON specification does not define, although the vendor's own decoder accepts some.
 * @throws ApiError `InvalidParameter`.
 */
export function decodeExtendedJson(value: unknown, depth = 0): DecodedValue {
  if (depth > depthMax) throw invalidParameter('arguments are nested too deeply');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((item) => decodeExtendedJson(item, depth + 1));
  if (typeof value !== 'object') throw invalidParameter('arguments must be JSON');
  const entries = Object.entries(value);
  const [first] = entries;
  if (first?.[0].startsWith('$')) return decodeTyped(first[0], first[1], entries.length);
  const decoded: { [key: string]: DecodedValue } = {};
  for (const [key, item] of entries) {
    if (key === '__proto__' || key.startsWith('$')) {
      throw invalidParameter(`a field cannot be named '${key.slice(0, 40)}'`);
    }
    decoded[key] = decodeExtendedJson(item, depth + 1);
  }
  return decoded;
}

/** Decodes `{ "$type": value }`, which must have no other field. */
function decodeTyped(type: string, value: unknown, fields: number): DecodedValue {
  const decoded = fields === 1 ? decoders.get(type)?.(value) : undefined;
  if (decoded === undefined) {
    throw invalidParameter(`a value of type '${type.slice(0, 40)}' cannot be read`);
  }
  return decoded;
}

/** Decoders by type. They return undefined for a value that is not valid for the type. */
const decoders = new Map<string, (value: unknown) => Scalar | undefined>([
  ['$numberInt', (value) => integer(value, 2 ** 31)],
  // JavaScript cannot represent larger integers exactly.
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
  const isNumber = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?$/.test(value);
  return isNumber ? Number(value) : undefined;
}

function objectId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value) ? value : undefined;
}

/** Decodes canonical dates (milliseconds) and relaxed ones (ISO 8601). */
function date(value: unknown): Date | undefined {
  const ms = typeof value === 'string' ? isoTime(value) : longTime(value);
  const decoded = ms === undefined ? undefined : new Date(ms);
  return decoded && !Number.isNaN(decoded.getTime()) ? decoded : undefined;
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
