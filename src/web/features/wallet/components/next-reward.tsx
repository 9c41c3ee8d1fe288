import { useEffect, useState } from 'react';
import { describeWait } from '#shared/format/duration.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { DateTime } from '#web/ui/date-time.tsx';

/** When the next daily reward comes, and how long that is from now where scripts run. */
export function NextReward({ at }: { at: string }) {
  const awake = useHydrated();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const waitMs = Date.parse(at) - now;
  if (awake && waitMs <= 0) return 'The next one is ready.';
  return (
    <>
      The next one comes {awake && `in ${describeWait(waitMs)}, `}
      <span className="whitespace-nowrap">
        at <DateTime value={at} format="time" />
      </span>
      {!awake && ' UTC'}.
    </>
  );
}
