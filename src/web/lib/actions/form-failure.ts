import type { FailedForm } from './form-action.ts';

/** The errors of a failed form, and the typed texts. */
export interface FormFailure {
  message: string;
  /** Whether the failure is a bug, or the server was not reached. */
  isUnexpected: boolean;
  /** Error text by input name. */
  fields: Record<string, string>;
  typed: Record<string, string>;
}

/** Reads the error in an action's result, for the form; null when there is no error. */
export function formFailureOf(answer: object | undefined): FormFailure | null {
  if (!answer || !isFailedForm(answer)) return null;
  const { refusal, typed } = answer;
  const isUnexpected = refusal.code === 'unexpected';
  return { message: refusal.message, isUnexpected, fields: refusal.fields, typed };
}

function isFailedForm(answer: object): answer is FailedForm {
  return 'refusal' in answer && 'typed' in answer;
}
