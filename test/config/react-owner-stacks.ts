import * as React from 'react';

/** React's own state, which all its packages share. Its name and content may change with any version. */
interface ReactInternals {
  recentlyCreatedOwnerStacks?: number;
}

/**
 * Stops React from recording a stack trace for each element. The development build adds them to its
 * warnings, and they cost a sixth of the CPU time of the tests of `src/web`. The warnings themselves stay.
 */
export function disableOwnerStacks(): void {
  const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const internals = (React as { [name]?: ReactInternals })[name];
  if (internals?.recentlyCreatedOwnerStacks === undefined) return;
  // React records only the first 10,000 of each second, and counts them here.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
}
