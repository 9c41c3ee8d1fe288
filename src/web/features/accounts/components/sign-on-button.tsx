import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';

interface SignOnButtonProps {
  /** The text that the operator chose, or what the sign-on is for. */
  text: string;
  purpose?: 'login' | 'link' | 'proof';
  /** The path to open afterwards. */
  next: string;
  variant?: ButtonVariant;
  block?: boolean;
  /** Fields above the button. */
  children?: ReactNode;
}

/** The button that leads to the provider of single sign-on. */
export function SignOnButton(props: SignOnButtonProps) {
  const { text, purpose = 'login', next, variant = 'quiet', block = false, children } = props;
  const pending = usePending({ intent: 'sign-on' });
  return (
    <Form method="post" action="/login/sign-on" className="grid gap-5">
      <input type="hidden" name="intent" value="sign-on" />
      <input type="hidden" name="purpose" value={purpose} />
      {next !== '/' && <input type="hidden" name="next" value={next} />}
      {children}
      <Button variant={variant} block={block} pending={pending}>
        {text}
      </Button>
    </Form>
  );
}
