import { formatDecimal } from '#shared/format/money.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { TextField } from '#web/ui/text-field.tsx';

interface DailyLimitFieldsProps {
  /** What an admin saved, else `configured`. Money in cents. */
  saved: { topUpDaily: number | 'configured'; awardsPerDay: number | 'configured' };
  /** What counts where nothing was saved. */
  configured: { topUpDailyCents: number; awardsPerDay: number };
  failure: FormError | null;
}

/** How much an account gets a day. An empty field leaves it to the configuration of the server. */
export function DailyLimitFields({ saved, configured, failure }: DailyLimitFieldsProps) {
  const { topUpDaily, awardsPerDay } = saved;
  return (
    <>
      <TextField
        label="Play money that a player can add"
        name="topUpDaily"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={
          failure?.typed.topUpDaily ??
          (topUpDaily === 'configured' ? '' : formatDecimal(topUpDaily))
        }
        error={failure?.fields.topUpDaily}
        hint={`Such as 250.00; 0 for nothing. Empty: ${formatDecimal(configured.topUpDailyCents)}, from the configuration.`}
      />
      <TextField
        label="Cards that an account can be awarded"
        name="awardsPerDay"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={
          failure?.typed.awardsPerDay ?? (awardsPerDay === 'configured' ? '' : String(awardsPerDay))
        }
        error={failure?.fields.awardsPerDay}
        hint={`0 for no limit. Empty: ${configured.awardsPerDay}, from the configuration.`}
      />
    </>
  );
}
