import { type FormError, useFormError } from './form-error.ts';
import { useLastActionData } from './use-last-action-data.ts';

interface FormResult<Data> {
  /** What the action returned. */
  data: Data | undefined;
  /** What the form did, as a sentence; null if it failed or none was sent. */
  done: string | null;
  failure: FormError | null;
  /** The error of the form with this intent; null if another one failed, or none. */
  failureOf: (intent: string) => FormError | null;
}

/** The result of the page's last form, for actions that return `done`. It lasts until the next form or page. */
export function useFormResult<Data extends object>(actionData: Data | undefined): FormResult<Data> {
  const data = useLastActionData(actionData);
  const failure = useFormError(data);
  return {
    data,
    done: data && 'done' in data && typeof data.done === 'string' ? data.done : null,
    failure,
    failureOf: (intent) => (failure?.typed.intent === intent ? failure : null),
  };
}
