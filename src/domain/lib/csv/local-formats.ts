import type { DateForm } from '#shared/constants/csv.ts';
import {
  type DecimalSeparator,
  readNumber,
  toPlainNumber,
} from '#shared/format/amounts/read-number.ts';
import { toPlainDate } from '#shared/format/typed-date.ts';

/**
 * Which separator the amounts of a table have before decimals. Null if they do not tell: with semicolons between
 * the cells it is a comma, because spreadsheets use these where commas are in numbers.
 */
export function findDecimalSeparator(
  amounts: readonly string[],
  delimiter: string | null,
): DecimalSeparator | null {
  const used = new Set(
    amounts.flatMap((amount) => /([.,])\d{1,2}\D*$/.exec(toPlainNumber(amount))?.[1] ?? []),
  );
  if (used.size === 0) return delimiter === ';' ? ',' : null;
  return used.size > 1 ? null : used.has(',') ? ',' : '.';
}

/** Writes an amount with a point before decimals and without groups. Returns any other text unchanged. */
export function toPlainAmount(text: string, decimalSeparator: DecimalSeparator | null): string {
  const read = readNumber(text, decimalSeparator);
  if (typeof read === 'string') return text;
  return read.decimals === '' ? read.whole : `${read.whole}.${read.decimals}`;
}

const fields: Record<DateForm, readonly [year: number, month: number, day: number]> = {
  'year-first': [1, 2, 3],
  'day-first': [3, 2, 1],
  'month-first': [3, 1, 2],
};

/**
 * Reads a day with a year of four digits, which can be those of any script. With the year first it is clear; otherwise
 * `form` says which number is the day. Spreadsheets may add the time 0:00. Null for any other text.
 */
export function readDay(text: string, form: DateForm): string | null {
  const [, ...parts] =
    /^(\d{1,4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,4})[.日]?(?:[T\s]+0?0:00(?::00)?)?$/.exec(
      toPlainDate(text),
    ) ?? [];
  if (parts.length === 0) return null;
  const [year, month, day] = fields[parts[0]?.length === 4 ? 'year-first' : form].map(
    (at) => parts[at - 1] ?? '',
  );
  if (!year || !month || !day || year.length !== 4 || day.length > 2) return null;
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
