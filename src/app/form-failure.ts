import type { FormFailure } from './components/accounts/account-form.tsx';
import type { RefusedForm } from './form-action.ts';

/** What an action's answer says went wrong, for the form; null when nothing did. */
export function failureOf(answer: object | undefined): FormFailure | null {
  if (!answer || !isRefused(answer)) return null;
  const { refusal, typed } = answer;
  return { message: refusal.message, fields: refusal.fields, typed };
}

function isRefused(answer: object): answer is RefusedForm {
  return 'refusal' in answer && 'typed' in answer;
}
