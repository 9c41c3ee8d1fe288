import { type FormError, useFormError } from './form-error.ts';
import { useLastActionData } from './use-last-action-data.ts';

interface FormResult {
  /** What the form did, as a sentence; null if it failed or none was sent. */
  done: string | null;
  failure: FormError | null;
}

/** The result of the page's last form, for actions that return `done`. It lasts until the next form or page. */
export function useFormResult(actionData: object | undefined): FormResult {
  const data = useLastActionData(actionData);
  const failure = useFormError(data);
  return { done: data && 'done' in data ? String(data.done) : null, failure };
}
