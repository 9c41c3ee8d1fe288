import { findNextLocalTime, toMinuteOfDay } from '#shared/format/local-time.ts';

export interface QuietHours {
  /** Minutes of the day; null without quiet hours. The end can be on the next day. */
  quietFrom: number | null;
  quietTo: number | null;
  timeZone: string;
}

/** When the quiet hours end in which `now` is; null outside of quiet hours. */
export function findQuietEnd({ quietFrom, quietTo, timeZone }: QuietHours, now: Date): Date | null {
  if (quietFrom === null || quietTo === null) return null;
  const minute = toMinuteOfDay(now, timeZone);
  const isQuiet =
    quietFrom < quietTo
      ? minute >= quietFrom && minute < quietTo
      : minute >= quietFrom || minute < quietTo;
  return isQuiet ? findNextLocalTime(now, { minute: quietTo, timeZone }) : null;
}
