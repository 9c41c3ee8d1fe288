import { useHydrated } from '../lib/use-hydrated.ts';

export type DateFormat = 'date' | 'datetime' | 'time' | 'year';

interface DateTimeProps {
  /** An ISO time, a day in the form YYYY-MM-DD, or a Date. */
  value: string | Date;
  format?: DateFormat;
  className?: string;
}

const formats: Record<DateFormat, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  year: { year: 'numeric' },
};

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * A date in the reader's language and time zone. The server and the first render in the browser must be
 * equal, so both write English and UTC; the reader's own format follows after hydration.
 */
export function DateTime({ value, format = 'datetime', className }: DateTimeProps) {
  const hydrated = useHydrated();
  const iso = typeof value === 'string' ? value : value.toISOString();
  return (
    <time dateTime={iso} className={className}>
      {formatDate(iso, format, hydrated)}
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
  const local = useHydrated();
  const iso = value.toISOString();
  const day = formatDate(iso, 'date', local);
  const today = formatDate(now.toISOString(), 'date', local);
  return (
    <time dateTime={iso} title={formatDate(iso, 'datetime', local)} className={className}>
      {day === today ? formatDate(iso, 'time', local) : day}
    </time>
  );
}

/** Writes an ISO time or day. A day has no time zone and is never shifted. */
export function formatDate(iso: string, format: DateFormat, local: boolean): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  // The server's most frequent format, without `Intl`, which is slow.
  if (!local && format === 'date') {
    return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return getFormatter(format, local, isDay || !local).format(date);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter: creating one costs more than using it, and a list writes dozens of dates. */
function getFormatter(format: DateFormat, local: boolean, utc: boolean): Intl.DateTimeFormat {
  const key = `${format} ${local} ${utc}`;
  let cached = formatters.get(key);
  if (!cached) {
    const zone = utc ? { timeZone: 'UTC' } : {};
    cached = new Intl.DateTimeFormat(local ? undefined : 'en-US', { ...formats[format], ...zone });
    formatters.set(key, cached);
  }
  return cached;
}
