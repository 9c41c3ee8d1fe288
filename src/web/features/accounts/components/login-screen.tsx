import { Link, useFetcher } from 'react-router';
import { closedRegistrationTexts } from '#shared/constants/accounts/registration-modes.ts';
import { logInChecks } from '#shared/schemas/accounts/account-fields.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PasswordField, UsernameField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { getLoginReason } from './login-reason.ts';
import { LogoutForm } from './logout-form.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { RegisterWord } from './register-link.tsx';
import { SignOnButton } from './sign-on-button.tsx';
import { offersAppeal, SuspensionAppeal } from './suspension-appeal.tsx';

/** The account that is already logged in. */
export interface LoggedIn {
  name: string;
  guest: boolean;
}

interface LoginScreenProps {
  loggedIn: LoggedIn | null;
  failure: FormError | null;
  /** Whether the appeal of a suspended account was just received. */
  hasAppealed?: boolean;
  /** Why the guest login failed. */
  guestFailure?: string;
  /** Whether a page that needs a login redirected the visitor here. */
  loginRequired?: boolean;
  /** Whether this site has passkeys. */
  hasPasskeys?: boolean;
  next: string;
  /** The username of the account that was just registered. */
  registered?: string | null;
  /** The text of the button of single sign-on; null if the site has none. */
  signOn: string | null;
}

/** The login page: the login form and the guest login, or a welcome with Logout. */
export function LoginScreen(props: LoginScreenProps) {
  const {
    loggedIn,
    failure,
    hasAppealed = false,
    guestFailure,
    loginRequired,
    hasPasskeys,
    next,
    registered = null,
    signOn,
  } = props;
  const registration = useRootData()?.site.registration ?? 'open';
  if (loggedIn && !loggedIn.guest) {
    return (
      <Page width="form">
        <PageHeader title={`Welcome, ${loggedIn.name}!`} intro="You are logged in." />
        <LogoutButton />
      </Page>
    );
  }
  return (
    <Page width="form">
      {loggedIn ? (
        <PageHeader
          title={`Welcome, ${loggedIn.name}!`}
          intro={
            <>
              You are playing as a guest.{' '}
              {registration === 'closed' ? (
                closedRegistrationTexts.closed
              ) : (
                <>
                  <RegisterWord /> to keep your games and cards.
                </>
              )}
            </>
          }
          actions={<LogoutButton />}
        />
      ) : (
        <PageHeader title="Log in" />
      )}
      <section className="panel grid gap-6 p-6 sm:p-8">
        {loginRequired && !loggedIn && !failure && <Alert>{getLoginReason(next)}</Alert>}
        {hasAppealed && (
          <Alert tone="success">
            Your appeal was received. A moderator decides it: try to log in again later.
          </Alert>
        )}
        {loggedIn && (
          <div className="grid gap-1">
            <h2 className="text-xl">Log in to another account</h2>
            <p className="text-muted">This ends {loggedIn.name}: its games and cards are lost.</p>
          </div>
        )}
        <LoginForm failure={failure} next={next} registered={registered} />
        {signOn !== null && <SignOnButton text={signOn} next={next} block />}
        {hasPasskeys && (
          <PasskeyForm
            purpose="login"
            action="/login"
            next={next}
            label="Sign in with a passkey"
            variant="quiet"
            withoutScripts="Log in with your password."
          />
        )}
        {!loggedIn && registration === 'open' && <GuestForm failure={guestFailure} next={next} />}
        {!loggedIn && registration !== 'open' && (
          <p className="border-t border-line pt-6 text-muted">
            {closedRegistrationTexts[registration]}
          </p>
        )}
      </section>
    </Page>
  );
}

type LoginFormProps = Pick<LoginScreenProps, 'failure' | 'next'> & { registered: string | null };

function LoginForm({ failure, next, registered }: LoginFormProps) {
  const pending = usePending({ intent: 'login' });
  const registration = useRootData()?.site.registration;
  const search = next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
  return (
    <AccountForm failure={failure} checks={logInChecks} next={next} action="/login">
      <UsernameField initialValue={registered ?? undefined} />
      <PasswordField takesFocus={registered !== null} />
      <Button name="intent" value="login" block pending={pending}>
        Log in
      </Button>
      {offersAppeal(failure) && <SuspensionAppeal failure={failure} />}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
        {registration !== 'closed' && (
          <Link to={`/register${search}`} className="text-link min-h-6">
            {registration === 'invitation' ? 'Register with an invitation' : 'Register account'}
          </Link>
        )}
        <Link to="/forgot-password" className="text-link min-h-6">
          Forgot password?
        </Link>
      </div>
    </AccountForm>
  );
}

/** The guest login. Where scripts run, an error appears in place; otherwise the login page is rendered again. */
function GuestForm({ failure, next }: { failure?: string; next: string }) {
  const fetcher = useFetcher<{ error?: { message: string } }>();
  const message = fetcher.data?.error?.message ?? failure;
  return (
    <fetcher.Form method="post" action="/guest" className="grid gap-3 border-t border-line pt-6">
      {next !== '/' && <input type="hidden" name="next" value={next} />}
      {message && <Alert tone="failure">{message}</Alert>}
      <Button variant="quiet" block pending={fetcher.state !== 'idle'}>
        Login as Guest
      </Button>
      <p className="text-center text-sm text-muted">
        One click, no email. Register later to keep your games and cards.
      </p>
    </fetcher.Form>
  );
}

function LogoutButton() {
  const pending = usePending({ intent: 'logout' });
  return (
    <LogoutForm>
      <Button variant="quiet" pending={pending}>
        Logout
      </Button>
    </LogoutForm>
  );
}
