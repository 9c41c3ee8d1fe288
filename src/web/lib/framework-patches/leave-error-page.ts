import type { DataRouter } from 'react-router';

/**
 * Opens the screen again when a revalidation has loaded the data of a screen that showed an error page. The
 * router's error boundary keeps its error unless it was rendered while the data were loading, and React can
 * skip that render on a slow device: https://github.com/remix-run/react-router/issues/11597
 * Returns the function that ends this.
 */
export function leaveErrorPages(router: DataRouter): () => void {
  let { errors, location } = router.state;
  return router.subscribe((state) => {
    const isLoaded = errors !== null && state.errors === null && state.location === location;
    ({ errors, location } = state);
    if (!isLoaded) return;
    // A new location resets the boundary. The router first completes the revalidation.
    queueMicrotask(
      () => void router.navigate(location, { replace: true, preventScrollReset: true }),
    );
  });
}
