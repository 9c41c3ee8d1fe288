import { Link } from 'react-router';
import { hasSecondFactor, readFactors } from '#domain/accounts/factors/second-factor.ts';
import { confirmIdentityWithPasskey } from '#domain/accounts/passkeys/log-in-with-passkey.ts';
import { explainNoPasskeys } from '#domain/accounts/passkeys/passkey-site.ts';
import { hasPassword } from '#domain/accounts/passwords/verify-own-password.ts';
import { confirmIdentity } from '#domain/accounts/sessions/confirm-identity.ts';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { hasUsableIdentity } from '#domain/accounts/sign-on/identities.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { codeChecks, logInChecks } from '#shared/schemas/accounts/account-fields.ts';
import { proofInput } from '#shared/schemas/accounts/accounts.ts';
import { passkeyInput } from '#shared/schemas/accounts/passkeys.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import {
  AccountForm,
  CodeField,
  PasskeyForm,
  PasswordField,
} from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SignOnProof } from '../../components/sign-on-proof.tsx';
import type { Route } from './+types/confirm-identity';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  noIndexHead('Confirm that it is you', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const next = readNext(url.searchParams.get('next'));
    if (await hasFreshProof(ctx)) throw redirect(next);
    const factors = await readFactors(ctx.db, actor.id);
    return {
      next,
      hasPassword: await hasPassword(ctx, actor.id),
      hasSecondFactor: hasSecondFactor(factors),
      // Without an app only recovery codes are left.
      isRecovery: !factors.hasTotp || url.searchParams.get('by') === 'recovery',
      hasTotp: factors.hasTotp,
      canSignOn: await hasUsableIdentity(ctx.db, ctx, actor.id),
      hasPasskey: factors.passkeys > 0 && explainNoPasskeys(ctx) === null,
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    if (form.get('intent') === 'passkey') {
      await confirmIdentityWithPasskey(ctx, parseInput(passkeyInput, form));
    } else {
      await confirmIdentity(ctx, parseInput(proofInput, form));
    }
    throw redirect(readNext(form.get('next')));
  });
}

export const clientAction = sendForm<typeof action>('login-failed');

/** The page that needed the proof. */
function readNext(value: unknown): string {
  const next = toSafePath(value);
  return next === '/' ? '/settings' : next;
}

const checks = { password: logInChecks.password };
const checksWithCode = { ...checks, ...codeChecks };

/** Asks for a passkey or the password before a sensitive change, then leads back to the page of that change. */
export default function Proof({ loaderData, actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  const { next, hasPasskey, hasPassword: canUsePassword, canSignOn } = loaderData;
  const { hasSecondFactor: needsCode, isRecovery } = loaderData;
  const password = canUsePassword || !canSignOn ? 'your password' : 'your login';
  const isOnlyPasskey = hasPasskey && !canUsePassword && !canSignOn;
  const need = isOnlyPasskey ? 'a passkey' : hasPasskey ? `a passkey or ${password}` : password;
  return (
    <Page width="form">
      <PageHeader
        title="Confirm that it is you"
        intro={`This change needs ${need} again. Then you are not asked for ten minutes.`}
        back={{ to: '/settings', label: 'Back to settings' }}
      />
      {(hasPasskey || canUsePassword) && (
        <section className="panel grid gap-6 p-6 sm:p-8">
          {hasPasskey && (
            <PasskeyForm
              purpose="proof"
              next={next}
              label="Confirm with a passkey"
              variant={canUsePassword ? 'quiet' : 'primary'}
            />
          )}
          {canUsePassword ? (
            <PasswordProof failure={failure} {...loaderData} />
          ) : (
            failure && <Alert tone="failure">{failure.message}</Alert>
          )}
        </section>
      )}
      {!hasPasskey && !canUsePassword && !canSignOn && (
        <Alert
          action={
            <ButtonLink to="/forgot-password" size="sm">
              Set a password by mail
            </ButtonLink>
          }
        >
          Your account has no password.
        </Alert>
      )}
      {loaderData.canSignOn && (
        <SignOnProof
          next={next}
          needsCode={needsCode}
          isRecovery={isRecovery}
          isOnly={!loaderData.hasPassword}
        />
      )}
    </Page>
  );
}

type PasswordProofProps = Route.ComponentProps['loaderData'] & { failure: FormError | null };

/** The form of the password, with a code if the account has a second factor. */
function PasswordProof(props: PasswordProofProps) {
  const { failure, next, hasSecondFactor: needsCode, hasTotp, hasPasskey, isRecovery } = props;
  const pending = usePending();
  const search = new URLSearchParams({ next, ...(!isRecovery && { by: 'recovery' }) });
  return (
    <AccountForm failure={failure} checks={needsCode ? checksWithCode : checks} next={next}>
      <PasswordField takesFocus={!hasPasskey} />
      {needsCode && <CodeField isRecovery={isRecovery} />}
      <Button block pending={pending}>
        Continue
      </Button>
      {hasTotp && (
        <p className="text-sm">
          <Link to={`/settings/proof?${search}`} className="text-link">
            {isRecovery ? 'Use a code of your authenticator app' : 'Use a recovery code'}
          </Link>
        </p>
      )}
    </AccountForm>
  );
}
