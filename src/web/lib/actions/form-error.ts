import { useMemo } from 'react';
import type { FailedForm } from './form-action.ts';

/** The error of a failed form, and the typed texts. */
export interface FormError {
  message: string;
  /** Whether the error is a bug, or the server was not reached. */
  isUnexpected: boolean;
  /** Whether the form can be sent again after a proof of identity. */
  needsProof: boolean;
  /** The code of the error, for a form that offers something for it. */
  code: string;
  /** Error text by input name. */
  fields: Record<string, string>;
  typed: Record<string, string>;
}

/** Returns the error in an action's result as its form shows it; null if the action succeeded. */
export function toFormError(answer: object | undefined): FormError | null {
  if (!answer || !isFailedForm(answer)) return null;
  const { error, typed } = answer;
  const isUnexpected = error.code === 'unexpected';
  const needsProof = error.code === 'proof-required';
  const { code, message, fields } = error;
  return { code, message, isUnexpected, needsProof, fields, typed };
}

/**
 * Like `toFormError`, in a component. The result is the same object until the form is sent again: an effect
 * that moves the focus to the error must not run when the page is only rendered again.
 */
export function useFormError(answer: object | undefined): FormError | null {
  return useMemo(() => toFormError(answer), [answer]);
}

function isFailedForm(answer: object): answer is FailedForm {
  return 'error' in answer && 'typed' in answer;
}
