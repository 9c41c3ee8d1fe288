import { CloudOff } from 'lucide-react';
import {
  type ConnectionProblem,
  useConnectionProblem,
} from '#web/lib/connection/connection-state.ts';
import { useReloadAfterOutage } from '#web/lib/connection/use-reload-after-outage.ts';

const texts: Record<ConnectionProblem, string> = {
  offline: 'Offline. Trying again…',
  unavailable: 'The server is not available. Trying again…',
  failing: 'This page could not be refreshed. Trying again…',
};

/** A bar over the page while its content may be out of date. */
export function ConnectionBar() {
  useReloadAfterOutage();
  const problem = useConnectionProblem();
  return (
    // A live region must exist before its text appears.
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-18 z-30 grid justify-items-center px-4"
    >
      {problem && (
        <p className="flex animate-rise items-center gap-2.5 rounded-full bg-raised px-4 py-1.5 text-sm font-medium shadow-float">
          <CloudOff aria-hidden className="size-4 shrink-0 text-accent-ink" />
          {texts[problem]}
        </p>
      )}
    </div>
  );
}
