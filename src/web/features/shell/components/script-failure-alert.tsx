import { type MouseEvent, useEffect } from 'react';
import { createPath, useLocation, useNavigate, useNavigation } from 'react-router';
import { setConnectionProblem } from '#web/lib/connection/connection-state.ts';
import { probeServer } from '#web/lib/connection/probe-server.ts';
import { useScriptFailure, useScriptInstrumentation } from '#web/lib/connection/script-failure.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/**
 * Tells the reader that a script of a page could not be loaded, and offers to load that page as a whole. The
 * current page stays.
 */
export function ScriptFailureAlert() {
  useScriptInstrumentation();
  const failure = useScriptFailure();
  useEndStuckNavigation(failure);
  if (failure === null) return null;
  const { path } = failure;
  async function reload(event: MouseEvent) {
    event.preventDefault();
    // If the server is not reached, the browser would show its own error page.
    if (await probeServer(path)) window.location.assign(path);
    else setConnectionProblem('offline');
  }
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-8">
      <Alert
        tone="failure"
        action={
          <ButtonLink
            to={path}
            onClick={(event) => void reload(event)}
            prefetch="none"
            variant="quiet"
            size="sm"
          >
            Reload
          </ButtonLink>
        }
      >
        A part of this page could not be loaded.
      </Alert>
    </div>
  );
}

/**
 * Ends a navigation to a page whose script cannot be loaded; the router would wait for it forever. If the
 * server has the script, the page is loaded as a whole. Otherwise the current page stays.
 */
function useEndStuckNavigation(failure: ReturnType<typeof useScriptFailure>) {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const next = useNavigation().location;
  const { path, isOnServer } = failure ?? {};
  const isStuck = next !== undefined && createPath({ ...next, hash: '' }) === path;
  useEffect(() => {
    if (!isStuck || pathname + search === path) return;
    if (isOnServer) window.location.assign(path);
    else
      void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true });
  }, [isStuck, isOnServer, path, navigate, pathname, search, hash, state]);
}
