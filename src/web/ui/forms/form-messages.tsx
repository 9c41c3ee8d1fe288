import type { FormError } from '#web/lib/actions/form-error.ts';
import { Alert } from '../alert.tsx';

interface FormMessagesProps {
  /** What the last form of the page did; null if it failed or none was sent. */
  done: string | null;
  /** The error of the last form; null if it succeeded, or if the form shows it. */
  failure?: FormError | null | undefined;
}

/** What the last form of a page did, or why it failed. */
export function FormMessages({ done, failure }: FormMessagesProps) {
  return (
    <>
      {done && <Alert tone="success">{done}</Alert>}
      {failure && <Alert tone="failure">{failure.message}</Alert>}
    </>
  );
}
