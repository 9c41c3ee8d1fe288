import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { registerChecks } from '#shared/account-rules.ts';
import { timers } from '#shared/limits.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { usePending } from '../use-pending.ts';
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
      messageVanishesAfterMs={timers.registerErrorMs}
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
 * spec 5: says that it worked and goes on to the login after three seconds, where the username is filled
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
    const timer = setTimeout(go, timers.registerRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, login, next, username]);
  return (
    <div className="grid gap-5">
      <noscript>
        <meta httpEquiv="refresh" content={`${timers.registerRedirectMs / 1000};url=${login}`} />
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
