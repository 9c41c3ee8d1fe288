import { Link } from 'react-router';
import { registerChecks } from '#shared/schemas/account-fields.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmailField, PasswordField } from './account-fields.tsx';
import { AccountForm, type FormFailure } from './account-form.tsx';

const forgotChecks = { email: registerChecks.email };
const resetChecks = { password: registerChecks.password };

interface ScreenProps {
  failure: FormFailure | null;
  done: boolean;
}

/** Asks for the address that the link to a new password goes to. */
export function ForgotPasswordScreen({ failure, done }: ScreenProps) {
  const pending = usePending();
  return (
    <Page width="form">
      <PageHeader
        title="Forgot password"
        lead="We mail you a link to choose a new one."
        back={{ to: '/login', label: 'Back to login' }}
      />
      {done ? (
        <Notice tone="success">
          If an account has this email, a link to choose a new password is on its way. It works
          once, for an hour.
        </Notice>
      ) : (
        <section className="panel p-6 sm:p-8">
          <AccountForm failure={failure} checks={forgotChecks}>
            <EmailField failure={failure} />
            <Button block pending={pending}>
              Send link
            </Button>
          </AccountForm>
        </section>
      )}
    </Page>
  );
}

interface ResetScreenProps extends ScreenProps {
  token: string;
  /** Whether the link still works. */
  good: boolean;
}

/** Where the mailed link leads: chooses a new password. */
export function ResetPasswordScreen({ failure, done, token, good }: ResetScreenProps) {
  const pending = usePending();
  if (done) {
    return (
      <Page width="form">
        <PageHeader title="Password changed" />
        <div className="grid justify-items-start gap-6">
          <Notice tone="success">
            Log in with your new password. You were logged out everywhere.
          </Notice>
          <ButtonLink to="/login">Log in</ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader title="Choose a new password" />
      {good ? (
        <section className="panel p-6 sm:p-8">
          <AccountForm failure={failure} checks={resetChecks}>
            <input type="hidden" name="token" value={token} />
            <PasswordField label="New password" fresh />
            <Button block pending={pending}>
              Change password
            </Button>
          </AccountForm>
        </section>
      ) : (
        <Notice
          tone="failure"
          action={
            <Link to="/forgot-password" className="text-link">
              Ask for a new one
            </Link>
          }
        >
          This link has expired or was used before.
        </Notice>
      )}
    </Page>
  );
}
