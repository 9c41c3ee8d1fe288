import { useState } from 'react';
import { useLocation } from 'react-router';
import { getStackId } from './stack-grid.tsx';

/**
 * Returns the id of the stack that was the first one when this URL was opened, or the first one that came
 * later to an empty list. New cards can come before it while its price is being typed.
 */
export function useFirstShownStack(
  items: readonly Parameters<typeof getStackId>[0][],
): string | null {
  const { key } = useLocation();
  const firstId = items[0] ? getStackId(items[0]) : null;
  const [shown, setShown] = useState({ key, id: firstId });
  const isOutdated = shown.key !== key || (shown.id === null && firstId !== null);
  if (isOutdated) setShown({ key, id: firstId });
  return shown.id;
}
