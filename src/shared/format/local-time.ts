const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether `timeZone` is a time zone that dates can be written in. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The time on the wall in a time zone, as if it were UTC. */
function toWallTime(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [value('year'), value('month'), value('day')];
  return new Date(
    Date.UTC(year, month - 1, day, value('hour'), value('minute'), value('second')) +
      at.getUTCMilliseconds(),
  );
}

/** The minute of the day on the wall. */
export function toMinuteOfDay(at: Date, timeZone: string): number {
  const wall = toWallTime(at, timeZone);
  return wall.getUTCHours() * 60 + wall.getUTCMinutes();
}

/**
 * The times at which the wall shows `wall`: two when the clock is set back over it. When the clock is set
 * forward over it, it is the time that would be it without that.
 */
function fromWallTime(wall: number, timeZone: string): number[] {
  const offsets = [wall - dayMs, wall + dayMs].map(
    (near) => toWallTime(new Date(near), timeZone).getTime() - near,
  );
  const times = offsets.map((offset) => wall - offset);
  const shown = times.filter((time) => toWallTime(new Date(time), timeZone).getTime() === wall);
  return (shown.length > 0 ? shown : times.slice(0, 1)).sort((one, other) => one - other);
}

/** The first time after `after` at which the wall shows this minute of the day, on this weekday if one is given. */
export function findNextLocalTime(
  after: Date,
  { minute, weekday, timeZone }: { minute: number; weekday?: number; timeZone: string },
): Date {
  const today = Math.floor(toWallTime(after, timeZone).getTime() / dayMs) * dayMs;
  // From yesterday, because a clock that is set forward over midnight shifts the time to the next day.
  for (let day = -1; day <= 14; day += 1) {
    const date = today + day * dayMs;
    if (weekday !== undefined && new Date(date).getUTCDay() !== weekday) continue;
    const time = fromWallTime(date + minute * minuteMs, timeZone).find(
      (one) => one > after.getTime(),
    );
    if (time !== undefined) return new Date(time);
  }
  throw new Error(`No time after ${after.toISOString()} is minute ${minute} in ${timeZone}.`);
}

/**
 * The time of a text such as 2026-03-14T11:00 on the wall of a time zone. Of two, because the clock is set back over
 * it, the first.
 */
export function parseLocalMinute(text: string, timeZone: string): Date {
  const [time = Number.NaN] = fromWallTime(Date.parse(`${text}Z`), timeZone);
  return new Date(time);
}
