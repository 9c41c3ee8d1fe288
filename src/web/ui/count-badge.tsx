import { notificationConstants } from '#shared/constants/notifications/notifications.ts';

/** The number of new items; '99+' above 99. The element below it must name what it counts. */
export function CountBadge({ count, className = '' }: { count: number; className?: string }) {
  return (
    <span
      className={`inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-bold text-on-accent tabular-nums ${className}`}
    >
      {formatCount(count)}
    </span>
  );
}

/** Writes a count, such as '3'; '99+' above 99. */
export function formatCount(count: number): string {
  return count > notificationConstants.countMax
    ? `${notificationConstants.countMax}+`
    : String(count);
}
