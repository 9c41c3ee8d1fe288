import { useEffect, useRef } from 'react';
import { useToast } from '#web/ui/toast.tsx';

/**
 * Shows the success text of an action in a toast. After a form without scripts it returns the text, and the page
 * shows it.
 */
export function useModerationResult(
  result: { successText: string } | object | undefined,
): string | null {
  const toast = useToast();
  // A result that exists at the first render belongs to a form that was sent without scripts.
  const firstResult = useRef(result);
  const text = result && 'successText' in result ? String(result.successText) : null;

  useEffect(() => {
    if (!result || firstResult.current === result) return;
    firstResult.current = undefined;
    if (text) toast.success(text);
  }, [result, text, toast]);

  return result && firstResult.current === result ? text : null;
}
