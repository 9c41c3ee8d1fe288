import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns the number of comments that were added since the reader opened this page of the discussion. The
 * reader's own comments do not count, because they lead to another page.
 */
export function useNewCommentCount(all: number): number {
  const { key } = useLocation();
  const [initial, setInitial] = useState({ key, all });
  if (initial.key !== key || all < initial.all) setInitial({ key, all });
  return initial.key === key ? Math.max(0, all - initial.all) : 0;
}
