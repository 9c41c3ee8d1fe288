import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * How many comments more than when its reader came to this page of the discussion: what others said
 * meanwhile, as one's own leads on to where it is.
 */
export function useNewComments(all: number): number {
  const { key } = useLocation();
  const [before, setBefore] = useState({ key, all });
  if (before.key !== key || all < before.all) setBefore({ key, all });
  return before.key === key ? Math.max(0, all - before.all) : 0;
}
