import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';

/**
 * Whether the page celebrates the complete set of a game, and a function that ends it. With scripts, showing it once is
 * enough: the server records it, and the next visit shows it no more. Without scripts the reader closes it.
 */
export function useCelebration(gameId: number, celebrates: boolean): [boolean, () => void] {
  const { submit } = useFetcher();
  const [shownFor, setShownFor] = useState(celebrates ? gameId : null);
  if (celebrates && shownFor !== gameId) setShownFor(gameId);
  useEffect(() => {
    if (!celebrates) return;
    void submit(
      { intent: 'celebration-shown' },
      { method: 'post', action: `/collection/${gameId}` },
    );
  }, [celebrates, gameId, submit]);
  return [shownFor === gameId, () => setShownFor(null)];
}
