import { useContext, useEffect, useState } from 'react';
import { MarkupContext } from '#web/lib/rendering-cache/cached-markup.tsx';
import { formatDate, type Reader, useReader } from './date-time.tsx';

const minute = 60_000;
const steps = [
  { unit: 'minute', ms: minute, upTo: 60 * minute },
  { unit: 'hour', ms: 60 * minute, upTo: 24 * 60 * minute },
  { unit: 'day', ms: 24 * 60 * minute, upTo: 7 * 24 * 60 * minute },
] as const;

interface RelativeTimeProps {
  value: Date;
  /** The server's time when it rendered the page, so that the browser's first render is equal. */
  now: Date;
  className?: string;
}

/** How long ago something was; after a week its date. The tooltip has the exact time. */
export function RelativeTime({ value, now, className }: RelativeTimeProps) {
  const reader = useReader();
  const elapsedMs = useElapsed(now);
  const iso = value.toISOString();
  useContext(MarkupContext)?.expire(findNextChange(value, now));
  return (
    <time dateTime={iso} title={formatDate(iso, 'datetime', reader)} className={className}>
      {formatTimeAgo(value, new Date(now.getTime() + elapsedMs), reader)}
    </time>
  );
}

/** Returns the milliseconds since the page was rendered, in steps of a minute. */
function useElapsed(now: Date): number {
  const [elapsedMs, setPassed] = useState({ since: now, ms: 0 });
  useEffect(() => {
    const timer = setInterval(
      () => setPassed(({ since, ms }) => ({ since: now, ms: (since === now ? ms : 0) + minute })),
      minute,
    );
    return () => clearInterval(timer);
  }, [now]);
  return elapsedMs.since === now ? elapsedMs.ms : 0;
}

/** Writes a time such as '3 minutes ago'. An older date is as the reader chose. */
export function formatTimeAgo(value: Date, now: Date, reader: Reader): string {
  const ago = now.getTime() - value.getTime();
  if (ago < minute) return 'just now';
  const step = steps.find(({ upTo }) => ago < upTo);
  if (!step) return formatDate(value.toISOString(), 'date', reader);
  return relativeFormat.format(-Math.floor(ago / step.ms), step.unit);
}

/** The time in ms at which the text of `formatTimeAgo` changes. */
export function findNextChange(value: Date, now: Date): number {
  const ago = now.getTime() - value.getTime();
  if (ago < minute) return value.getTime() + minute;
  const step = steps.find(({ upTo }) => ago < upTo);
  if (!step) return Number.POSITIVE_INFINITY;
  return value.getTime() + (Math.floor(ago / step.ms) + 1) * step.ms;
}

// English, like the text around it.
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
