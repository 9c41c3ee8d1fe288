import { KeyRound, Smartphone } from 'lucide-react';
import { Link } from 'react-router';
import { removeTotp, renewRecoveryCodes } from '#domain/accounts/factors/remove-factors.ts';
import { hasSecondFactor, readFactors } from '#domain/accounts/factors/second-factor.ts';
import {
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from '#domain/accounts/passkeys/own-passkeys.ts';
import { explainNoPasskeys } from '#domain/accounts/passkeys/passkey-site.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { listIdentities } from '#domain/accounts/sign-on/identities.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { isEncryptionAvailable } from '#domain/secrets/claim-encryption-key.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { accountErrors } from '#shared/errors/accounts.ts';
import { passkeyForm, renamePasskeyInput } from '#shared/schemas/accounts/passkeys.ts';
import { securityForm, securityQuery } from '#shared/schemas/accounts/security.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ConfirmationDialog, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { FactorFailure } from '../../components/factor-failure.tsx';
import { FactorPanel } from '../../components/factor-panel.tsx';
import { PasskeyPanel } from '../../components/passkey-panel.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { SettingsPage } from '../../components/settings-page.tsx';
import { SignOnPanel } from '../../components/sign-on-panel.tsx';
import type { Route } from './+types/security-settings';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Sign-in settings', matches);

export const handle = { failure: 'Failed to load your settings.' };

const path = '/settings/security';

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const { id } = requirePlayer(ctx);
    const { ask, passkey, rename } = parseInput(securityQuery, url.searchParams);
    // Asked before the question, so that its answer does not lead to another page.
    if (ask !== null) await requireFreshProof(ctx);
    const [factors, isAvailable, identities, passkeys] = await Promise.all([
      readFactors(ctx.db, id),
      isEncryptionAvailable(ctx.db, ctx),
      listIdentities(ctx.db, id),
      listOwnPasskeys(ctx),
    ]);
    return {
      ask,
      factors,
      hasFactor: hasSecondFactor(factors),
      isAvailable,
      identities: ctx.accounts.signOn && identities.length,
      passkeys,
      removed: ask === 'remove-passkey' ? passkeys.find((one) => one.id === passkey) : undefined,
      renamed: rename,
      unavailable: explainNoPasskeys(ctx),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'factor-failed', async (ctx, form) => {
    const { intent } = parseInput(securityForm, form);
    if (intent === 'new-codes') return { codes: await renewRecoveryCodes(ctx) };
    if (intent === 'remove-app') await removeTotp(ctx);
    else if (intent === 'rename-passkey') {
      await renamePasskey(ctx, parseInput(renamePasskeyInput, form));
    } else await removePasskey(ctx, parseInput(passkeyForm, form));
    throw redirect(path);
  });
}

export const clientAction = sendForm<typeof action>('factor-failed');

/** The section 'Sign-in' of the settings: passkeys, second factors and recovery codes. */
export default function SecuritySettings({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, hasFactor, isAvailable, ask, identities, removed } = loaderData;
  const { data: latest, failure } = useFormResult(actionData);
  const codes = latest && 'codes' in latest ? latest.codes : null;
  return (
    <SettingsPage current="security" failure={failure}>
      {failure && <FactorFailure failure={failure} next={path} />}
      {codes && <RecoveryCodes codes={codes} />}
      <PasskeyPanel {...loaderData} path={path} />
      <FactorPanel
        icon={Smartphone}
        title="Authenticator app"
        status={factors.hasTotp ? 'On' : null}
        intro="An app on your phone shows a new code every half minute. Each login asks for it after your password."
      >
        {factors.hasTotp ? (
          <ButtonLink to={`${path}?ask=remove-app`} variant="quiet" preventScrollReset>
            Remove
          </ButtonLink>
        ) : isAvailable ? (
          <ButtonLink to={`${path}/authenticator`}>Set up</ButtonLink>
        ) : (
          <Alert>{accountErrors['encryption-unavailable'].text}</Alert>
        )}
      </FactorPanel>
      {hasFactor && (
        <FactorPanel
          icon={KeyRound}
          title="Recovery codes"
          status={`${factors.recoveryCodes} of ${factorConstants.recoveryCodes} left`}
          isWarning={factors.recoveryCodes < 3}
          intro="If you lose your other factors, a recovery code logs you in together with your password. Each works once."
        >
          <ButtonLink to={`${path}?ask=new-codes`} variant="quiet" preventScrollReset>
            New codes
          </ButtonLink>
        </FactorPanel>
      )}
      {identities !== null && <SignOnPanel identities={identities} />}
      <p className="text-sm text-muted">
        With two-factor authentication, other programs cannot log in with your password. Give them
        an{' '}
        <Link to="/settings/applications" className="text-link">
          API key
        </Link>{' '}
        instead. A new password by mail does not remove a factor.
      </p>
      <RemovalDialog
        open={ask === 'remove-app' && factors.hasTotp}
        title="Remove the authenticator app?"
        path={path}
        values={{ intent: 'remove-app' }}
        button="Remove"
      >
        <p>Logins no longer ask for its codes, and your recovery codes are deleted too.</p>
      </RemovalDialog>
      <RemovalDialog
        open={removed !== undefined}
        title="Remove this passkey?"
        path={path}
        values={{ intent: 'remove-passkey', passkey: removed?.id ?? '' }}
        button="Remove"
      >
        <p className="wrap-anywhere">
          ‘{removed?.name}’ no longer logs you in. Delete it on your device too.
        </p>
      </RemovalDialog>
      <ConfirmationDialog
        open={ask === 'new-codes' && hasFactor}
        title="Create new recovery codes?"
        closePath={path}
        confirm={
          <ButtonForm values={{ intent: 'new-codes' }} action={path} variant="primary" size="md">
            Create new codes
          </ButtonForm>
        }
      >
        <p>Your present recovery codes stop working.</p>
      </ConfirmationDialog>
    </SettingsPage>
  );
}
