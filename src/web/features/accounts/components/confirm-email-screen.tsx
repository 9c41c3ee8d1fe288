import { Form, Link } from 'react-router';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

interface ConfirmEmailScreenProps {
  failure: FormError | null;
  /** What the form did; null before it was sent. */
  outcome: 'confirmed' | 'sent' | null;
  /** The token of the email link; empty without a link. */
  token: string;
  /** Whether the viewer's own email address is not confirmed yet. */
  isEmailUnconfirmed: boolean;
}

/** The page of the confirmation link. It needs a button, as mail programs open links by themselves. */
export function ConfirmEmailScreen({
  failure,
  outcome,
  token,
  isEmailUnconfirmed,
}: ConfirmEmailScreenProps) {
  if (outcome === 'confirmed') {
    return (
      <Page width="form">
        <PageHeader title="Email confirmed" />
        <div className="grid justify-items-start gap-6">
          <Alert tone="success">Your email is confirmed.</Alert>
          <ButtonLink to="/">To the shop</ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader title="Confirm your email" />
      <div className="grid justify-items-start gap-6">
        {failure && <Alert tone="failure">{failure.message}</Alert>}
        {outcome === 'sent' && (
          <Alert tone="success">A new link is on its way. It works once, for an hour.</Alert>
        )}
        {token && !failure && !outcome && <ConfirmForm token={token} />}
        {isEmailUnconfirmed && (failure || !token) && !outcome && <ResendForm />}
        {!isEmailUnconfirmed && !token && <p>Open the link of the mail that we sent you.</p>}
        {!isEmailUnconfirmed && failure && (
          <Link to="/login?next=%2Fconfirm" className="text-link">
            Log in to ask for a new link
          </Link>
        )}
      </div>
    </Page>
  );
}

function ConfirmForm({ token }: { token: string }) {
  const pending = usePending();
  return (
    <Form method="post">
      <input type="hidden" name="token" value={token} />
      <Button pending={pending}>Confirm email</Button>
    </Form>
  );
}

function ResendForm() {
  const pending = usePending();
  return (
    <Form method="post" action="/confirm">
      <input type="hidden" name="intent" value="resend" />
      <Button pending={pending}>Send a new link</Button>
    </Form>
  );
}
