import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { inventoryConstants } from '#shared/constants/inventory.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';

/**
 * Tells the server how wide the screen is where the page was made for the other width; the page is read
 * again by itself afterwards. `madeForWide` is what the server knew.
 */
export function useWideScreen(madeForWide: boolean): void {
  const { submit } = useFetcher();
  // The first render in the browser repeats the server's, which knows no width.
  const awake = useHydrated();
  const wide = useMediaQuery(`(min-width: ${inventoryConstants.wideFromPx}px)`);
  const said = useRef(madeForWide);
  useEffect(() => {
    // A browser without cookies is told once for each width, not again and again.
    if (!awake || wide === said.current) return;
    said.current = wide;
    void submit({ wide: wide ? '1' : '0' }, { method: 'post', action: '/screen-width' });
  }, [awake, wide, submit]);
}
