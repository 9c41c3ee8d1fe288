import type { FormFailure } from '#web/features/accounts/components/account-form.tsx';
import type { FailedForm } from './form-action.ts';

/** What an action's answer says went wrong, for the form; null when nothing did. */
export function formFailureOf(answer: object | undefined): FormFailure | null {
  if (!answer || !isRefused(answer)) return null;
  const { refusal, typed } = answer;
  return { message: refusal.message, fields: refusal.fields, typed };
}

function isRefused(answer: object): answer is FailedForm {
  return 'refusal' in answer && 'typed' in answer;
}
