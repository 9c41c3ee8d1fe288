import { useEffect, useState } from 'react';
import { formatWait } from '#shared/format/duration.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';

/** When the next daily reward comes and, where scripts run, how long that is from now. */
export function NextRewardTime({ at }: { at: string }) {
  const hydrated = useHydrated();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const waitMs = Date.parse(at) - now;
  if (hydrated && waitMs <= 0) return 'The next one is ready.';
  return (
    <>
      The next one comes {hydrated && `in ${formatWait(waitMs)}, `}
      <span className="whitespace-nowrap">
        at <DateTime value={at} format="time" />
      </span>
      {!hydrated && ' UTC'}.
    </>
  );
}
