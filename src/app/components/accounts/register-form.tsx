import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { timers, username } from '#shared/limits.ts';
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
      next={next}
      messageVanishesAfterMs={timers.registerErrorMs}
      action="/register"
    >
      <UsernameField
        failure={failure}
        hint={`${username.min} to ${username.max} letters, digits, _ and -. It cannot be changed later.`}
      />
      <PasswordField failure={failure} fresh />
      <EmailField failure={failure} hint="Only for choosing a new password. Nobody else sees it." />
      <Button block pending={pending}>
        Register
      </Button>
    </AccountForm>
  );
}

/** spec 5: says that it worked and goes on to the login after three seconds. */
export function Registered({ next }: { next: string }) {
  const navigate = useNavigate();
  const login = next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}&registered=1`;
  useEffect(() => {
    const timer = setTimeout(() => navigate(login, { replace: true }), timers.registerRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, login]);
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
