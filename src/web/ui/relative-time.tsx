import { useEffect, useState } from 'react';
import { useHydrated } from '../lib/use-hydrated.ts';
import { formatDate } from './date-time.tsx';

const minute = 60_000;
const steps = [
  { unit: 'minute', ms: minute, upTo: 60 * minute },
  { unit: 'hour', ms: 60 * minute, upTo: 24 * 60 * minute },
  { unit: 'day', ms: 24 * 60 * minute, upTo: 7 * 24 * 60 * minute },
] as const;

interface RelativeTimeProps {
  value: Date;
  /** The server's time when it made the page, so that the first render there and here agree. */
  now: Date;
  className?: string;
}

/** How long ago something was; from a week on, its date. The exact time is its title. */
export function RelativeTime({ value, now, className }: RelativeTimeProps) {
  const awake = useHydrated();
  const passed = usePassed(now);
  const iso = value.toISOString();
  return (
    <time dateTime={iso} title={formatDate(iso, 'datetime', awake)} className={className}>
      {formatTimeAgo(value, new Date(now.getTime() + passed), awake)}
    </time>
  );
}

/** Milliseconds since the page was made, a minute at a time. */
function usePassed(now: Date): number {
  const [passed, setPassed] = useState({ since: now, ms: 0 });
  useEffect(() => {
    const timer = setInterval(
      () => setPassed(({ since, ms }) => ({ since: now, ms: (since === now ? ms : 0) + minute })),
      minute,
    );
    return () => clearInterval(timer);
  }, [now]);
  return passed.since === now ? passed.ms : 0;
}

/** `3 minutes ago`, in the reader's language where `local`. */
export function formatTimeAgo(value: Date, now: Date, local: boolean): string {
  const ago = now.getTime() - value.getTime();
  if (ago < minute) return 'just now';
  const step = steps.find(({ upTo }) => ago < upTo);
  if (!step) return formatDate(value.toISOString(), 'date', local);
  return writer.format(-Math.floor(ago / step.ms), step.unit);
}

// The words around it are English, so these are too.
const writer = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
