import { type MouseEvent, useEffect } from 'react';
import { createPath, useLocation, useNavigate, useNavigation } from 'react-router';
import { setConnectionProblem } from '#web/lib/connection-state.ts';
import { probeServer } from '#web/lib/reach-server.ts';
import { useScriptFailure, useScriptInstrumentation } from '#web/lib/script-failure.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/**
 * Says that a script of a page did not come, and offers to load that page as a whole. The page that is
 * shown stays.
 */
export function ScriptFailureNotice() {
  useScriptInstrumentation();
  const failure = useScriptFailure();
  useStay(failure);
  if (failure === null) return null;
  const { path } = failure;
  async function reload(event: MouseEvent) {
    event.preventDefault();
    // Without the server the browser would show a page of its own instead.
    if (await probeServer(path)) window.location.assign(path);
    else setConnectionProblem('offline');
  }
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-8">
      <Notice
        tone="failure"
        action={
          <ButtonLink to={path} onClick={reload} prefetch="none" variant="quiet" size="sm">
            Reload
          </ButtonLink>
        }
      >
        A part of this page could not be loaded.
      </Notice>
    </div>
  );
}

/**
 * Ends the way to a page whose script does not come, for which the router would wait for ever: the page
 * is loaded as a whole where that helps, else this one stays.
 */
function useStay(failure: ReturnType<typeof useScriptFailure>) {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const next = useNavigation().location;
  const { path, isThere } = failure ?? {};
  const isStuck = next !== undefined && createPath({ ...next, hash: '' }) === path;
  useEffect(() => {
    if (!isStuck || pathname + search === path) return;
    if (isThere) window.location.assign(path);
    else
      void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true });
  }, [isStuck, isThere, path, navigate, pathname, search, hash, state]);
}
