import type { FormFailure } from '#web/features/accounts/components/account-form.tsx';
import type { FailedForm } from './form-action.ts';

/** Reads the error in an action's result, for the form; null when there is no error. */
export function formFailureOf(answer: object | undefined): FormFailure | null {
  if (!answer || !isFailedForm(answer)) return null;
  const { refusal, typed } = answer;
  return { message: refusal.message, fields: refusal.fields, typed };
}

function isFailedForm(answer: object): answer is FailedForm {
  return 'refusal' in answer && 'typed' in answer;
}
