import { FingerprintPattern } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import type { PasskeyPurpose } from '#shared/schemas/accounts/passkeys.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';

interface PasskeyFormProps {
  purpose: PasskeyPurpose;
  /** The path of the form's action. */
  action?: string;
  /** The path to open afterwards. */
  next?: string;
  label: string;
  variant?: ButtonVariant;
  /** What to do where no script runs. */
  withoutScripts?: string;
  /** Fields above the button. */
  children?: ReactNode;
}

/** A button that asks the browser for a passkey and sends the answer with its form. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { purpose, action, next, label, variant, withoutScripts = '', children } = props;
  const submit = useSubmit();
  const sending = usePending({ intent: 'passkey' });
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send(form: HTMLFormElement) {
    setProblem(null);
    setAsking(true);
    const answer = await loadAndRequest(purpose);
    setAsking(false);
    if ('problem' in answer) {
      setProblem(answer.problem);
      return;
    }
    const data = new FormData(form);
    data.set('credential', answer.credential);
    await submit(data, { method: 'post', action });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!asking) void send(event.currentTarget);
  }

  return (
    <Form method="post" action={action} onSubmit={onSubmit} className="grid gap-5">
      <input type="hidden" name="intent" value="passkey" />
      {next && next !== '/' && <input type="hidden" name="next" value={next} />}
      {problem && <Alert tone="failure">{problem}</Alert>}
      {children}
      <Button block variant={variant} pending={asking || sending} className="noscript:hidden">
        <FingerprintPattern aria-hidden />
        {label}
      </Button>
      <p className="hidden text-sm text-muted noscript:block">
        Passkeys need JavaScript. {withoutScripts}
      </p>
    </Form>
  );
}

/** The script with the library is loaded at the first use; that can fail without a connection. */
async function loadAndRequest(purpose: PasskeyPurpose) {
  try {
    const { requestPasskey } = await import('./request-passkey.ts');
    return await requestPasskey(purpose);
  } catch {
    return { problem: failureTexts['login-failed'] };
  }
}
