import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { inventoryConstants } from '#shared/constants/inventory.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';

/**
 * Reports the screen width to the server when it rendered the page for another width. The router then
 * reloads the page's data by itself. `renderedForWide` is the width that the server assumed.
 */
export function useReportScreenWidth(renderedForWide: boolean): void {
  const { submit } = useFetcher();
  // The first render in the browser repeats the server's, so the media query is not used before hydration.
  const hydrated = useHydrated();
  const wide = useMediaQuery(`(min-width: ${inventoryConstants.wideFromPx}px)`);
  const reported = useRef(renderedForWide);
  useEffect(() => {
    // Each width is reported once, as a browser without cookies would report it endlessly.
    if (!hydrated || wide === reported.current) return;
    reported.current = wide;
    void submit({ wide: wide ? '1' : '0' }, { method: 'post', action: '/screen-width' });
  }, [hydrated, wide, submit]);
}
