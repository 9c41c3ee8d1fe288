import { Link } from 'react-router';
import { logInWithCode } from '#domain/accounts/factors/log-in-with-code.ts';
import { toSafePath } from '#shared/format/resolve-within-site.ts';
import { codeChecks } from '#shared/schemas/account-fields.ts';
import { codeInput } from '#shared/schemas/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { AccountForm } from '../components/account-form.tsx';
import { CodeField } from '../components/code-field.tsx';
import { factorPath } from '../components/factor-path.ts';
import type { Route } from './+types/login-factor';

export const headers = formHeaders;

export const meta: Route.MetaFunction = () => noIndexHead('Log in');

export const handle = { failure: 'Failed to load the login.' };

/** The page is the same for everybody, so it shows nothing of the account. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (_ctx, url) => ({
    isRecovery: url.searchParams.get('by') === 'recovery',
    next: toSafePath(url.searchParams.get('next')),
  }));
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    const cookies = await logInWithCode(ctx, parseInput(codeInput, form));
    const responseHeaders = new Headers();
    for (const cookie of cookies) responseHeaders.append('Set-Cookie', cookie);
    throw redirect(toSafePath(form.get('next')), { headers: responseHeaders });
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'login-failed');
}

/** Asks for the second factor of a login. */
export default function LoginFactor({ loaderData, actionData }: Route.ComponentProps) {
  const failure = useFormError(useLastActionData(actionData));
  const pending = usePending();
  const { isRecovery, next } = loaderData;
  return (
    <Page width="form">
      <PageHeader
        title="Two-factor authentication"
        intro="One more step."
        back={{ to: '/login', label: 'Back to login' }}
      />
      <section className="panel p-6 sm:p-8">
        <AccountForm failure={failure} checks={codeChecks} next={next}>
          <CodeField isRecovery={isRecovery} takesFocus />
          <Button block pending={pending}>
            Log in
          </Button>
          <p className="text-sm text-muted">
            {isRecovery ? (
              <Link to={factorPath('code', next)} className="text-link">
                Use a code of your authenticator app
              </Link>
            ) : (
              <Link to={factorPath('recovery', next)} className="text-link">
                Use a recovery code
              </Link>
            )}
          </p>
        </AccountForm>
      </section>
    </Page>
  );
}
