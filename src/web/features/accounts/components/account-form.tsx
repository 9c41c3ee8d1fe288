import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import type { FieldCheck } from '#shared/schemas/accounts/account-fields.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { FailedFormContext } from '#web/ui/forms/failed-form.ts';
import { useFieldValidation } from './use-field-validation.ts';

interface AccountFormProps {
  failure: FormError | null;
  /** Checks by input name. They run when a changed field loses the focus and before the form is sent. */
  checks: Record<string, FieldCheck>;
  /** Hides the message after this time. The texts below the fields stay until their field changes. */
  hideMessageAfterMs?: number;
  /** The path to open after the form has succeeded. */
  next?: string;
  action?: string;
  children: ReactNode;
}

/**
 * A form about an account. It shows the error above the fields and focuses the first invalid field. Our
 * checks replace the browser's; the server checks the fields again.
 */
export function AccountForm(props: AccountFormProps) {
  const { failure, checks, hideMessageAfterMs, next, action, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const messageHidden = useMessageHidden(failure, hideMessageAfterMs);
  const { problems, listeners } = useFieldValidation(form, checks, failure);

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const errors: Record<string, string | undefined> = { ...failure?.fields };
  for (const [name, problem] of Object.entries(problems)) errors[name] = problem ?? undefined;

  return (
    <Form method="post" action={action} ref={form} noValidate {...listeners} className="grid gap-5">
      {failure && !messageHidden && <Alert tone="failure">{failure.message}</Alert>}
      {next && next !== '/' && <input type="hidden" name="next" value={next} />}
      <FailedFormContext value={{ fields: errors, typed: failure?.typed ?? null }}>
        {children}
      </FailedFormContext>
    </Form>
  );
}

/** Whether the message of this failure was shown for `afterMs`. */
function useMessageHidden(failure: FormError | null, afterMs: number | undefined): boolean {
  const [hiddenFailure, setHiddenFailure] = useState<FormError | null>(null);
  useEffect(() => {
    if (!failure || afterMs === undefined) return;
    const timer = setTimeout(() => setHiddenFailure(failure), afterMs);
    return () => clearTimeout(timer);
  }, [failure, afterMs]);
  return failure !== null && hiddenFailure === failure;
}
