import { Link } from 'react-router';
import { logInWithCode } from '#domain/accounts/factors/log-in-with-code.ts';
import { completeLoginWithPasskey } from '#domain/accounts/passkeys/log-in-with-passkey.ts';
import { explainNoPasskeys } from '#domain/accounts/passkeys/passkey-site.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { codeChecks } from '#shared/schemas/accounts/account-fields.ts';
import { codeInput } from '#shared/schemas/accounts/accounts.ts';
import { passkeyInput } from '#shared/schemas/accounts/passkeys.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { AccountForm } from '../components/account-form.tsx';
import { CodeField } from '../components/code-field.tsx';
import { type FactorMethod, factorPath } from '../components/factor-path.ts';
import { PasskeyForm } from '../components/passkey-form.tsx';
import type { Route } from './+types/login-factor';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Log in', matches);

export const handle = { failure: 'Failed to load the login.' };

/** The page is the same for everybody, so it shows nothing of the account. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const hasPasskeys = explainNoPasskeys(ctx) === null;
    return {
      hasPasskeys,
      method: readMethod(url.searchParams.get('by'), hasPasskeys),
      next: toSafePath(url.searchParams.get('next')),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    const cookies =
      form.get('intent') === 'passkey'
        ? await completeLoginWithPasskey(ctx, parseInput(passkeyInput, form))
        : await logInWithCode(ctx, parseInput(codeInput, form));
    const responseHeaders = new Headers();
    for (const cookie of cookies) responseHeaders.append('Set-Cookie', cookie);
    throw redirect(toSafePath(form.get('next')), { headers: responseHeaders });
  });
}

export const clientAction = sendForm<typeof action>('login-failed');

function readMethod(value: string | null, hasPasskeys: boolean): FactorMethod {
  if (value === 'recovery') return value;
  return value === 'passkey' && hasPasskeys ? value : 'code';
}

const methodNames: Record<FactorMethod, string> = {
  code: 'Use a code of your authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

/** Asks for the second factor of a login. */
export default function LoginFactor({ loaderData, actionData }: Route.ComponentProps) {
  const failure = useFormError(useLastActionData(actionData));
  const pending = usePending();
  const { hasPasskeys, method, next } = loaderData;
  const others = (['code', 'passkey', 'recovery'] as const).filter(
    (other) => other !== method && (other !== 'passkey' || hasPasskeys),
  );
  return (
    <Page width="form">
      <PageHeader
        title="Two-factor authentication"
        intro="One more step."
        back={{ to: '/login', label: 'Back to login' }}
      />
      <section className="panel grid gap-5 p-6 sm:p-8">
        {method === 'passkey' ? (
          <>
            {failure && <Alert tone="failure">{failure.message}</Alert>}
            <PasskeyForm
              purpose="factor"
              next={next}
              label="Continue with a passkey"
              variant="primary"
            />
          </>
        ) : (
          <AccountForm failure={failure} checks={codeChecks} next={next}>
            <CodeField isRecovery={method === 'recovery'} takesFocus />
            <Button block pending={pending}>
              Log in
            </Button>
          </AccountForm>
        )}
        <ul className="grid gap-2 text-sm">
          {others.map((other) => (
            <li key={other}>
              <Link to={factorPath(other, next)} className="text-link wrap-anywhere">
                {methodNames[other]}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
