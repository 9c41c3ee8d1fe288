import { useEffect, useRef } from 'react';
import { useToast } from '#web/ui/toast.tsx';
import { useFormResult } from './use-form-result.ts';

/**
 * Like `useFormResult`, but what a form did is shown in a toast. `done` is only what a form without scripts did, for
 * the page to show.
 */
export function useToastedResult<Data extends object>(actionData: Data | undefined) {
  const result = useFormResult(actionData);
  const { data, done } = result;
  const toast = useToast();
  // A result that exists at the first render belongs to a form that was sent without scripts.
  const firstData = useRef(data);

  useEffect(() => {
    if (!data || firstData.current === data) return;
    firstData.current = undefined;
    if (done) toast.success(done);
  }, [data, done, toast]);

  return { ...result, done: data && firstData.current === data ? done : null };
}
