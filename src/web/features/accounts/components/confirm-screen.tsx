import { Form, Link } from 'react-router';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import type { FormFailure } from './account-form.tsx';

interface ConfirmScreenProps {
  failure: FormFailure | null;
  done: 'confirmed' | 'sent' | null;
  /** Of the mailed link; empty for who comes without one. */
  token: string;
  /** Whether the reader's own address is still to be confirmed. */
  due: boolean;
}

/** Where the mail of a registration leads. A button, as mail programs open links by themselves. */
export function ConfirmScreen({ failure, done, token, due }: ConfirmScreenProps) {
  if (done === 'confirmed') {
    return (
      <Page width="form">
        <PageHeader title="Email confirmed" />
        <div className="grid justify-items-start gap-6">
          <Notice tone="success">Your email is confirmed.</Notice>
          <ButtonLink to="/">To the shop</ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader title="Confirm your email" />
      <div className="grid justify-items-start gap-6">
        {failure && <Notice tone="failure">{failure.message}</Notice>}
        {done === 'sent' && (
          <Notice tone="success">A new link is on its way. It works once, for an hour.</Notice>
        )}
        {token && !failure && !done && <ConfirmForm token={token} />}
        {due && (failure || !token) && !done && <ResendForm />}
        {!due && !token && <p>Open the link of the mail that we sent you.</p>}
        {!due && failure && (
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
