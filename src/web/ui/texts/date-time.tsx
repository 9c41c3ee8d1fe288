import { useContext } from 'react';
import type { Appearance } from '#shared/constants/site/appearance.ts';
import { AppearanceContext } from '#web/lib/appearance.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';

export type DateStyle = 'date' | 'datetime' | 'time' | 'year';

interface DateTimeProps {
  /** An ISO time, a day in the form YYYY-MM-DD, or a Date. */
  value: string | Date;
  format?: DateStyle;
  className?: string;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * A date in the reader's language and time zone, or in the format that the account chose. The server and the
 * first render in the browser must be equal, so both write UTC, and English unless a format was chosen; the
 * reader's own follows after hydration.
 */
export function DateTime({ value, format = 'datetime', className }: DateTimeProps) {
  const formatDate = useDateFormat();
  const iso = typeof value === 'string' ? value : value.toISOString();
  return (
    <time dateTime={iso} className={className}>
      {formatDate(iso, format)}
    </time>
  );
}

interface DayOrTimeProps {
  value: Date;
  /** The server's time when it rendered the page, so that the browser's first render is equal. */
  now: Date;
  className?: string;
}

/** A time of today as its time, an older one as its date. 'Today' is the day in the reader's time zone. */
export function DayOrTime({ value, now, className }: DayOrTimeProps) {
  const formatDate = useDateFormat();
  const iso = value.toISOString();
  const day = formatDate(iso, 'date');
  const today = formatDate(now.toISOString(), 'date');
  return (
    <time dateTime={iso} title={formatDate(iso, 'datetime')} className={className}>
      {day === today ? formatDate(iso, 'time') : day}
    </time>
  );
}

/** The reader's choices, and whether the page is hydrated, so that the browser's time zone counts. */
export type Reader = Pick<Appearance, 'dateFormat' | 'clock'> & { isLocal: boolean };

/** Returns a function that writes an ISO time or day for the reader, see `formatDate`. */
export function useDateFormat(): (iso: string, style: DateStyle) => string {
  const reader = useReader();
  return (iso, style) => formatDate(iso, style, reader);
}

export function useReader(): Reader {
  const isLocal = useHydrated();
  const { dateFormat = 'browser', clock = 'browser' } = useContext(AppearanceContext) ?? {};
  return { isLocal, dateFormat, clock };
}

/** Writes an ISO time or day. A day has no time zone and is never shifted. */
export function formatDate(iso: string, style: DateStyle, reader: Reader): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  // The server's most frequent format, without `Intl`, which is slow.
  if (!reader.isLocal && style === 'date' && reader.dateFormat === 'browser') {
    return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return getFormatter(style, reader, isDay || !reader.isLocal).format(date);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter: creating one costs more than using it, and a list writes dozens of dates. */
function getFormatter(style: DateStyle, reader: Reader, utc: boolean): Intl.DateTimeFormat {
  const key = `${style} ${reader.dateFormat} ${reader.clock} ${reader.isLocal} ${utc}`;
  let cached = formatters.get(key);
  if (!cached) {
    const zone = utc ? { timeZone: 'UTC' } : {};
    cached = new Intl.DateTimeFormat(chooseLocale(reader), {
      ...toOptions(style, reader),
      ...zone,
    });
    formatters.set(key, cached);
  }
  return cached;
}

/** A language that writes the parts of a date in the chosen order; undefined for the browser's language. */
const locales = {
  'month-day-year': 'en-US',
  'day-month-year': 'en-GB',
  'year-month-day': 'en-CA',
} as const;

function chooseLocale({ dateFormat, isLocal }: Reader): string | undefined {
  if (dateFormat !== 'browser') return locales[dateFormat];
  return isLocal ? undefined : 'en-US';
}

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  year: { year: 'numeric' },
};
const digits: typeof styles = {
  ...styles,
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  datetime: { dateStyle: 'short', timeStyle: 'short' },
};

function toOptions(style: DateStyle, { dateFormat, clock }: Reader): Intl.DateTimeFormatOptions {
  const options = (dateFormat === 'year-month-day' ? digits : styles)[style];
  if (clock === 'browser' || !('timeStyle' in options)) return options;
  return { ...options, hourCycle: clock === '12-hour' ? 'h12' : 'h23' };
}
