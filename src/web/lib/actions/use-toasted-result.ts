import { useEffect } from 'react';
import { useToast } from '#web/ui/toast.tsx';
import { useFormResult } from './use-form-result.ts';

/** Like `useFormResult`, and a toast shows what the form did, too. */
export function useToastedResult<Data extends object>(actionData: Data | undefined) {
  const result = useFormResult(actionData);
  const { data, done } = result;
  const toast = useToast();

  useEffect(() => {
    if (data && done) toast.success(done);
  }, [data, done, toast]);

  return result;
}
