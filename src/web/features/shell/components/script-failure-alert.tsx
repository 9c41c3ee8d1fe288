import { type MouseEvent, useEffect } from 'react';
import { createPath, useLocation, useNavigate, useNavigation } from 'react-router';
import { probeServer } from '#web/lib/connection/probe-server.ts';
import {
  type ScriptFailureReason,
  useScriptFailure,
  useScriptInstrumentation,
} from '#web/lib/connection/script-failure.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';

const reasons: Record<ScriptFailureReason, string> = {
  missing: 'The server does not have it any more.',
  failing: 'The server answered with an error. Trying again…',
  'cached-failure': '',
  unknown: '',
};

/**
 * Tells the reader that a script of a page could not be loaded, and offers to load that page as a whole. The
 * current page stays.
 */
export function ScriptFailureAlert() {
  useScriptInstrumentation();
  const failure = useScriptFailure();
  useEndStuckNavigation(failure);
  if (failure === null) return null;
  const { path, reason } = failure;
  async function reload(event: MouseEvent) {
    event.preventDefault();
    // If the server is not reached, the browser would show its own error page.
    const answer = await probeServer(path);
    if (answer === 'failing') toast.failure('The server answered with an error. Try again later.');
    else if (answer !== 'unreached') window.location.assign(path);
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
        {`A part of this page could not be loaded. ${reasons[reason]}`.trimEnd()}
      </Alert>
    </div>
  );
}

/**
 * Ends a navigation to a page whose script cannot be loaded; the router would wait for it forever. If the
 * server has the script, the page is loaded as a whole. If it has not, the current page stays. While the
 * server answers with an error, the script is requested again and the navigation waits.
 */
function useEndStuckNavigation(failure: ReturnType<typeof useScriptFailure>) {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const next = useNavigation().location;
  const { path, reason } = failure ?? {};
  const isStuck = next !== undefined && createPath({ ...next, hash: '' }) === path;
  useEffect(() => {
    if (!isStuck || reason === 'failing' || pathname + search === path) return;
    if (reason === 'cached-failure') window.location.assign(path);
    else
      void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true });
  }, [isStuck, reason, path, navigate, pathname, search, hash, state]);
}
