import { useEffect, useRef } from 'react';
import { useToast } from '#web/ui/toast.tsx';

/**
 * Says what came of an act: in passing where the page is awake, or else as the text that this answers,
 * for the page to show.
 */
export function useActionResult(answer: { said: string } | object | undefined): string | null {
  const toast = useToast();
  // What was there at the first render came with the page, from a form sent without script.
  const first = useRef(answer);
  const said = answer && 'said' in answer ? String(answer.said) : null;

  useEffect(() => {
    if (!answer || first.current === answer) return;
    first.current = undefined;
    if (said) toast.success(said);
  }, [answer, said, toast]);

  return answer && first.current === answer ? said : null;
}
