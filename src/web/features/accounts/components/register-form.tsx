import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { screenTimerConstants } from '#shared/constants/screen-timers.ts';
import { registerChecks } from '#shared/schemas/account-fields.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EmailField, PasswordField, UsernameField } from './account-fields.tsx';
import { AccountForm, type FormFailure } from './account-form.tsx';

interface RegisterFormProps {
  failure: FormFailure | null;
  next: string;
}

export function RegisterForm({ failure, next }: RegisterFormProps) {
  const pending = usePending();
  return (
    <AccountForm
      failure={failure}
      checks={registerChecks}
      next={next}
      messageVanishesAfterMs={screenTimerConstants.registerErrorMs}
      action="/register"
    >
      <UsernameField failure={failure} fresh hint="It cannot be changed later." />
      <PasswordField fresh />
      <EmailField failure={failure} hint="Only for choosing a new password. Nobody else sees it." />
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
 * Says that it worked and goes on to the login after three seconds, where the username is filled
 * in: from the browser's history where scripts run, so that the address is the plain one.
 */
export function Registered({ next, username }: RegisteredProps) {
  const navigate = useNavigate();
  const address = new URLSearchParams(next === '/' ? {} : { next });
  address.set('registered', username);
  const login = `/login?${address}`;
  useEffect(() => {
    const go = () =>
      navigate(next === '/' ? '/login' : login, {
        replace: true,
        state: { registered: username },
      });
    const timer = setTimeout(go, screenTimerConstants.registerRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, login, next, username]);
  return (
    <div className="grid gap-5">
      <noscript>
        <meta
          httpEquiv="refresh"
          content={`${screenTimerConstants.registerRedirectMs / 1000};url=${login}`}
        />
      </noscript>
      <Notice tone="success">Registration successful! Redirecting to login page...</Notice>
      <p>
        <Link to={login} replace className="text-link">
          Log in now
        </Link>
      </p>
    </div>
  );
}
