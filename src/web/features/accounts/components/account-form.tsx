import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import type { FieldCheck } from '#shared/schemas/account-fields.ts';
import { Notice } from '#web/ui/notice.tsx';
import { FieldErrors } from './field-errors.ts';
import { useFieldChecks } from './use-field-checks.ts';

/** What a refused form says and keeps. */
export interface FormFailure {
  message: string;
  /** Input name to what is wrong with it. */
  fields: Record<string, string>;
  typed: Record<string, string>;
}

interface AccountFormProps {
  failure: FormFailure | null;
  /** By input name: what is said of a field that is left, and of each before anything is sent. */
  checks: Record<string, FieldCheck>;
  /** The message goes away after this long, and the same sentence below a field with it. */
  messageVanishesAfterMs?: number;
  /** Where to go on to afterwards. */
  next?: string;
  action?: string;
  children: ReactNode;
}

/**
 * A form about an account: its failure above it, and the first field that is wrong in focus. Its fields
 * are checked in our words, not the browser's; the server checks them again.
 */
export function AccountForm(props: AccountFormProps) {
  const { failure, checks, messageVanishesAfterMs, next, action, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const vanished = useVanished(failure, messageVanishesAfterMs);
  const { problems, listeners } = useFieldChecks(form, checks, failure);

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const errors: Record<string, string | undefined> = { ...failure?.fields };
  for (const [name, text] of Object.entries(errors)) {
    if (vanished && text === failure?.message) delete errors[name];
  }
  for (const [name, problem] of Object.entries(problems)) errors[name] = problem ?? undefined;

  return (
    <Form method="post" action={action} ref={form} noValidate {...listeners} className="grid gap-5">
      {failure && !vanished && <Notice tone="failure">{failure.message}</Notice>}
      {next && next !== '/' && <input type="hidden" name="next" value={next} />}
      <FieldErrors value={errors}>{children}</FieldErrors>
    </Form>
  );
}

/** Whether the message of this very failure has been shown for long enough. */
function useVanished(failure: FormFailure | null, afterMs: number | undefined): boolean {
  const [vanished, setVanished] = useState<FormFailure | null>(null);
  useEffect(() => {
    if (!failure || afterMs === undefined) return;
    const timer = setTimeout(() => setVanished(failure), afterMs);
    return () => clearTimeout(timer);
  }, [failure, afterMs]);
  return failure !== null && vanished === failure;
}
