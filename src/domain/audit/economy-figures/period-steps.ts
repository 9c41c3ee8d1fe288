import { type EconomyPeriod, economyConstants } from '#shared/constants/server/economy-figures.ts';
import { utcDayBefore } from '#shared/format/utc-day.ts';

/** The UTC days (`YYYY-MM-DD`) or months (`YYYY-MM`) of a period, the present one last. */
interface PeriodSteps {
  steps: string[];
  /** The first day of the first step. */
  from: string;
}

/** The steps of a period that ends at `now`. `first` is the first day with figures, null without any. */
export function listPeriodSteps(
  period: EconomyPeriod,
  now: Date,
  first: string | null,
): PeriodSteps {
  const { days, months, monthsMax } = economyConstants;
  if (period === '30-days') {
    const steps = Array.from({ length: days }, (_, index) => utcDayBefore(now, days - 1 - index));
    return { steps, from: steps[0] ?? '' };
  }
  const monthOf = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7);
  const start = first?.slice(0, 7) ?? monthOf(0);
  const all = Array.from({ length: monthsMax }, (_, index) => monthOf(monthsMax - 1 - index));
  const steps =
    period === 'all'
      ? all.filter((month, index) => month >= start || index === all.length - 1)
      : all.slice(-months);
  return { steps, from: `${steps[0]}-01` };
}
