import { EJSON, ObjectId } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeExtendedJson } from './extended-json.ts';

/**
 * The vendor's encoder writes these numbers as 64-bit integers. Our decoder rejects them, because a
 * number cannot hold them exactly.
 */
function isWrittenAsInexactLong(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number) && Math.abs(number) <= 2 ** 63;
}

/** Values that a client can send as an argument. */
const scalars = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  // The vendor's encoder does not always keep the sign of minus zero.
  fc
    .double({ noNaN: false })
    .map((number) => number + 0)
    .filter((number) => !isWrittenAsInexactLong(number)),
  fc.constantFrom(0, 9.99, -9.99, 1e300, 5e-324, 2 ** 31, -(2 ** 31), 2 ** 31 - 1),
  fc.date({ noInvalidDate: true }),
);
const keys = fc.string().filter((key) => key !== '__proto__' && !key.startsWith('$'));
const values = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5, depthSize: 'small' }, scalars, tie('list'), tie('record')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  record: fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
})).value;

/** The value after it was sent as JSON text and parsed by the server. */
const throughJson = (sent: unknown) => JSON.parse(JSON.stringify(sent));

describe('extended JSON', () => {
  it('is decoded from its canonical form', () => {
    fc.assert(
      fc.property(values, (value) => {
        const sent = throughJson(EJSON.serialize([value], { relaxed: false }));
        expect(decodeExtendedJson(sent)).toEqual(plain([value]));
      }),
    );
  });

  it('is decoded like by the vendor’s own decoder, canonical or relaxed', () => {
    fc.assert(
      fc.property(values, fc.boolean(), (value, relaxed) => {
        const sent = throughJson(EJSON.serialize([value], { relaxed }));
        expect(decodeExtendedJson(sent)).toEqual(EJSON.deserialize(sent, { relaxed: true }));
      }),
    );
  });

  it('is decoded as plain JSON if it is plain, as streaming clients send it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(!/"(__proto__|\$)/.test(JSON.stringify(value)));
        expect(decodeExtendedJson(throughJson(value))).toEqual(throughJson(value));
      }),
    );
  });

  it('becomes plain values only, or is rejected as invalid', () => {
    const types = [
      ...['$numberInt', '$numberLong', '$numberDouble', '$numberDecimal', '$oid', '$date'],
      ...['$binary', '$regularExpression', '$code', '$minKey', '$undefined', '$ref', '$where'],
      ...['__proto__', 'constructor', 'toJSON', 'then'],
    ];
    const odd = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 6 }, fc.jsonValue({ maxDepth: 1 }), tie('typed')),
      typed: fc.dictionary(fc.oneof(fc.constantFrom(...types), fc.string()), tie('value'), {
        maxKeys: 2,
      }),
    })).value;
    fc.assert(
      fc.property(odd, (value) => {
        const sent = throughJson(value);
        try {
          expect(isPlain(decodeExtendedJson(sent))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: 'ApiError', status: 400 });
        }
        expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
      }),
    );
  });

  it.each([
    [{ $numberInt: 'abc' }],
    [{ $numberInt: '2147483648' }],
    [{ $numberInt: 5 }],
    [{ $numberInt: '5', more: 1 }],
    [{ $numberInt: '' }],
    [{ $numberLong: '9007199254740993' }],
    [{ $numberLong: '99999999999999999999' }],
    [{ $numberDouble: 'many' }],
    [{ $numberDouble: '' }],
    [{ $numberDouble: '0x10' }],
    [{ $numberDouble: '1_000' }],
    [{ $date: 'yesterday' }],
    [{ $date: { $numberLong: '99999999999999999' } }],
    [{ $date: { $numberLong: '1', more: 1 } }],
    [{ $oid: 'short' }],
    [{ $numberDecimal: '9.99' }],
    [{ $undefined: true }],
    [{ a: 1, $where: 'true' }],
    [JSON.parse('{"__proto__":{"admin":true}}')],
    [JSON.parse('['.repeat(5_000) + ']'.repeat(5_000))],
    [JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)],
  ])('is rejected instead of guessed: %#', (value) => {
    expect(() => decodeExtendedJson(value)).toThrow(
      expect.objectContaining({ code: 'InvalidParameter' }),
    );
  });

  it('decodes minus zero', () => {
    expect(decodeExtendedJson({ $numberDouble: '-0.0' })).toBe(-0);
  });

  it('decodes an object id to its digits', () => {
    const id = new ObjectId();
    const sent = throughJson(EJSON.serialize({ id }, { relaxed: false }));
    expect(decodeExtendedJson(sent)).toEqual({ id: id.toHexString() });
  });
});

/** Copies a value. The objects in the copy have the ordinary prototype, which generated ones may lack. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value).every((key) => !key.startsWith('$')) &&
    Object.values(value).every(isPlain)
  );
}
