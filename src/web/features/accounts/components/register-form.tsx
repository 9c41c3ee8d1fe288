import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { pageTimerConstants } from '#shared/constants/page-timers.ts';
import { registerChecks } from '#shared/schemas/accounts/account-fields.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmailField, PasswordField, UsernameField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { InvitationField } from './invitation-field.tsx';

interface RegisterFormProps {
  failure: FormError | null;
  next: string;
  /** The code from a link; null without one if the site needs no invitation. */
  invitation: string | null;
}

export function RegisterForm({ failure, next, invitation }: RegisterFormProps) {
  const pending = usePending();
  return (
    <AccountForm
      failure={failure}
      checks={registerChecks}
      next={next}
      hideMessageAfterMs={pageTimerConstants.registerErrorMs}
      action="/register"
    >
      <UsernameField isNew hint="It cannot be changed later." />
      <PasswordField isNew />
      <EmailField hint="Only for choosing a new password. Nobody else sees it." />
      {invitation !== null && <InvitationField code={invitation} />}
      <Button block pending={pending}>
        Register
      </Button>
    </AccountForm>
  );
}

interface RegisteredProps {
  next: string;
  username: string;
}

/**
 * Confirms the registration and opens the login after three seconds, with the username filled in. Where
 * scripts run, the username is passed in the history state, so that the URL has no parameters.
 */
export function Registered({ next, username }: RegisteredProps) {
  const navigate = useNavigate();
  const parameters = new URLSearchParams(next === '/' ? {} : { next });
  parameters.set('registered', username);
  const loginPath = `/login?${parameters}`;
  useEffect(() => {
    const openLogin = () =>
      void navigate(next === '/' ? '/login' : loginPath, {
        replace: true,
        state: { registered: username },
      });
    const timer = setTimeout(openLogin, pageTimerConstants.registerRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, loginPath, next, username]);
  return (
    <div className="grid gap-5">
      <noscript>
        <meta
          httpEquiv="refresh"
          content={`${pageTimerConstants.registerRedirectMs / 1000};url=${loginPath}`}
        />
      </noscript>
      <Alert tone="success">Registration successful! Redirecting to login page...</Alert>
      <p>
        <Link to={loginPath} replace className="text-link">
          Log in now
        </Link>
      </p>
    </div>
  );
}
