import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { Notice } from '../notice.tsx';

/** What a refused form says and keeps. */
export interface FormFailure {
  message: string;
  /** Input name to what is wrong with it. */
  fields: Record<string, string>;
  typed: Record<string, string>;
}

interface AccountFormProps {
  failure: FormFailure | null;
  /** The message goes away after this long; what is wrong with a field stays beside it. */
  messageVanishesAfterMs?: number;
  /** Where to go on to afterwards. */
  next?: string;
  action?: string;
  children: ReactNode;
}

/** A form about an account: its failure above it, and the first field that is wrong in focus. */
export function AccountForm(props: AccountFormProps) {
  const { failure, messageVanishesAfterMs, next, action, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const vanished = useVanished(failure, messageVanishesAfterMs);

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  return (
    <Form method="post" action={action} ref={form} className="grid gap-5">
      {failure && !vanished && <Notice tone="failure">{failure.message}</Notice>}
      {next && next !== '/' && <input type="hidden" name="next" value={next} />}
      {children}
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
