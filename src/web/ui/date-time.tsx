import { useHydrated } from '../lib/use-hydrated.ts';

export type DateFormat = 'date' | 'datetime' | 'time' | 'year';

interface DateTimeProps {
  /** An ISO time, a day as YYYY-MM-DD, or a Date. */
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
 * A date in the reader's language and zone. The server and the first client render write English
 * and UTC alike, so that they agree; the reader's own follows right after.
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
  /** The server's time when it made the page, so that the first render there and here agree. */
  now: Date;
  className?: string;
}

/** What was said today by its time, what is older by its date; the day is the reader's own. */
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

/** Writes an ISO time or day; a day has no zone and is never shifted. */
export function formatDate(iso: string, format: DateFormat, local: boolean): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  // What the server writes most often, by hand: `Intl` takes its time.
  if (!local && format === 'date') {
    return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return formatter(format, local, isDay || !local).format(date);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Made once each: a list writes dozens of dates, and making a formatter costs more than using it. */
function formatter(format: DateFormat, local: boolean, utc: boolean): Intl.DateTimeFormat {
  const key = `${format} ${local} ${utc}`;
  let made = formatters.get(key);
  if (!made) {
    const zone = utc ? { timeZone: 'UTC' } : {};
    made = new Intl.DateTimeFormat(local ? undefined : 'en-US', { ...formats[format], ...zone });
    formatters.set(key, made);
  }
  return made;
}
