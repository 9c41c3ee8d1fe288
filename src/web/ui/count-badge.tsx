import { notificationConstants } from '#shared/constants/notifications.ts';

/** How many are new: '99+' beyond 99. What it counts is said by what it stands on. */
export function CountBadge({ count, className = '' }: { count: number; className?: string }) {
  return (
    <span
      className={`inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-bold text-on-accent tabular-nums ${className}`}
    >
      {formatCount(count)}
    </span>
  );
}

/** `3`, or '99+' where it is more than are counted. */
export function formatCount(count: number): string {
  return count > notificationConstants.countMax
    ? `${notificationConstants.countMax}+`
    : String(count);
}
