import { notice } from '#shared/limits.ts';

/** How many are new: '99+' beyond 99. What it counts is said by what it stands on. */
export function CountBadge({ count, className = '' }: { count: number; className?: string }) {
  return (
    <span
      className={`inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-bold text-on-accent tabular-nums ${className}`}
    >
      {sayCount(count)}
    </span>
  );
}

/** `3`, or '99+' where it is more than are counted. */
export function sayCount(count: number): string {
  return count > notice.countMax ? `${notice.countMax}+` : String(count);
}
