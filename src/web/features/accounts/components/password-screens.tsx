import { Link } from 'react-router';
import { registerChecks } from '#shared/schemas/accounts/account-fields.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmailField, PasswordField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';

const forgotChecks = { email: registerChecks.email };
const resetChecks = { password: registerChecks.password };

interface ScreenProps {
  failure: FormError | null;
  done: boolean;
}

/** The page that sends an email with a link to choose a new password. */
export function ForgotPasswordScreen({ failure, done }: ScreenProps) {
  const pending = usePending();
  return (
    <Page width="form">
      <PageHeader
        title="Forgot password"
        intro="We mail you a link to choose a new one."
        back={{ to: '/login', label: 'Back to login' }}
      />
      {done ? (
        <Alert tone="success">
          If an account has this email, a link to choose a new password is on its way. It works
          once, for an hour.
        </Alert>
      ) : (
        <section className="panel p-6 sm:p-8">
          <AccountForm failure={failure} checks={forgotChecks}>
            <EmailField />
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
  /** Whether the link is still valid. */
  linkValid: boolean;
}

/** The page of the email link: chooses a new password. */
export function ResetPasswordScreen({ failure, done, token, linkValid }: ResetScreenProps) {
  const pending = usePending();
  if (done) {
    return (
      <Page width="form">
        <PageHeader title="Password changed" />
        <div className="grid justify-items-start gap-6">
          <Alert tone="success">
            Log in with your new password. You were logged out everywhere.
          </Alert>
          <ButtonLink to="/login">Log in</ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader title="Choose a new password" />
      {linkValid ? (
        <section className="panel p-6 sm:p-8">
          <AccountForm failure={failure} checks={resetChecks}>
            <input type="hidden" name="token" value={token} />
            <PasswordField label="New password" isNew />
            <Button block pending={pending}>
              Change password
            </Button>
          </AccountForm>
        </section>
      ) : (
        <Alert
          tone="failure"
          action={
            <Link to="/forgot-password" className="text-link">
              Ask for a new one
            </Link>
          }
        >
          This link has expired or was used before.
        </Alert>
      )}
    </Page>
  );
}
