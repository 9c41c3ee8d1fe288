import { Link, useFetcher } from 'react-router';
import { appErrors } from '#shared/errors/app-error.ts';
import { logInChecks } from '#shared/schemas/account-fields.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PasswordField, UsernameField } from './account-fields.tsx';
import { AccountForm, type FormFailure } from './account-form.tsx';
import { LogoutForm } from './logout-form.tsx';

/** Who is logged in already, as far as this screen says. */
export interface LoggedIn {
  name: string;
  guest: boolean;
}

interface LoginScreenProps {
  loggedIn: LoggedIn | null;
  failure: FormFailure | null;
  /** Why logging in as a guest failed. */
  guestFailure?: string;
  /** A screen that needs a login sent the visitor here. */
  turnedAway?: boolean;
  next: string;
  /** The username of somebody who has just registered. */
  registered?: string | null;
}

/** /login: the form and the guest's button, or a welcome and the way out. */
export function LoginScreen(props: LoginScreenProps) {
  const { loggedIn, failure, guestFailure, turnedAway, next, registered = null } = props;
  if (loggedIn && !loggedIn.guest) {
    return (
      <Page width="form">
        <PageHeader title={`Welcome, ${loggedIn.name}!`} lead="You are logged in." />
        <Logout />
      </Page>
    );
  }
  return (
    <Page width="form">
      {loggedIn ? (
        <PageHeader
          title={`Welcome, ${loggedIn.name}!`}
          lead={
            <>
              You are playing as a guest.{' '}
              <Link to="/register" className="text-link">
                Register
              </Link>{' '}
              to keep your games and cards.
            </>
          }
          actions={<Logout />}
        />
      ) : (
        <PageHeader title="Log in" />
      )}
      <section className="panel grid gap-6 p-6 sm:p-8">
        {turnedAway && !loggedIn && !failure && <Notice>{appErrors['login-required'].text}</Notice>}
        {loggedIn && (
          <div className="grid gap-1">
            <h2 className="text-xl">Log in to another account</h2>
            <p className="text-muted">This ends {loggedIn.name}: its games and cards are lost.</p>
          </div>
        )}
        <LoginForm failure={failure} next={next} registered={registered} />
        {!loggedIn && <GuestForm failure={guestFailure} next={next} />}
      </section>
    </Page>
  );
}

type LoginFormProps = Pick<LoginScreenProps, 'failure' | 'next'> & { registered: string | null };

function LoginForm({ failure, next, registered }: LoginFormProps) {
  const pending = usePending({ intent: 'login' });
  const search = next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
  return (
    <AccountForm failure={failure} checks={logInChecks} next={next} action="/login">
      <input type="hidden" name="intent" value="login" />
      <UsernameField failure={failure} known={registered ?? undefined} />
      <PasswordField focused={registered !== null} />
      <Button block pending={pending}>
        Log in
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
        <Link to={`/register${search}`} className="text-link min-h-6">
          Register account
        </Link>
        <Link to="/forgot-password" className="text-link min-h-6">
          Forgot password?
        </Link>
      </div>
    </AccountForm>
  );
}

/** In place with script; without it the answer is a page of its own, this screen again. */
function GuestForm({ failure, next }: { failure?: string; next: string }) {
  const fetcher = useFetcher<{ refusal?: { message: string } }>();
  const message = fetcher.data?.refusal?.message ?? failure;
  return (
    <fetcher.Form method="post" action="/guest" className="grid gap-3 border-t border-line pt-6">
      {next !== '/' && <input type="hidden" name="next" value={next} />}
      {message && <Notice tone="failure">{message}</Notice>}
      <Button variant="quiet" block pending={fetcher.state !== 'idle'}>
        Login as Guest
      </Button>
      <p className="text-center text-sm text-muted">
        One click, no email. Register later to keep your games and cards.
      </p>
    </fetcher.Form>
  );
}

function Logout() {
  const pending = usePending({ intent: 'logout' });
  return (
    <LogoutForm>
      <Button variant="quiet" pending={pending}>
        Logout
      </Button>
    </LogoutForm>
  );
}
