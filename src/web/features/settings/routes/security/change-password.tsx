import { changePassword } from '#domain/accounts/passwords/change-password.ts';
import { hasPassword } from '#domain/accounts/passwords/verify-own-password.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { logInChecks, registerChecks } from '#shared/schemas/accounts/account-fields.ts';
import { changePasswordInput } from '#shared/schemas/accounts/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { AccountForm, PasswordField } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import type { Route } from './+types/change-password';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Change password', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => {
    const actor = requirePlayer(ctx);
    const isPasswordSet = await hasPassword(ctx, actor.id);
    // The first password needs a proof, as there is no present password to type.
    if (!isPasswordSet) await requireFreshProof(ctx);
    return { username: actor.username, isPasswordSet };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'account-change-failed', async (ctx, form) => {
    const cookie = await changePassword(ctx, parseInput(changePasswordInput, form));
    throw redirect('/settings/account?changed=password', { headers: { 'Set-Cookie': cookie } });
  });
}

export const clientAction = sendForm<typeof action>('account-change-failed');

const newChecks = { password: registerChecks.password };
const changeChecks = { currentPassword: logInChecks.password, ...newChecks };

/** Asks for the present and a new password; an account without one sets its first. */
export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  const pending = usePending();
  const { username, isPasswordSet } = loaderData;
  const title = isPasswordSet ? 'Change password' : 'Set a password';
  return (
    <Page width="form">
      <PageHeader
        title={title}
        intro="You are logged out everywhere else, also in programs. API keys stay valid."
        back={{ to: '/settings/account', label: 'Back to account settings' }}
      />
      <section className="panel p-6 sm:p-8">
        <AccountForm failure={failure} checks={isPasswordSet ? changeChecks : newChecks}>
          {failure?.needsProof && <ProofLink next="/settings/account/password" />}
          {/* For password managers. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            defaultValue={username}
            readOnly
            hidden
          />
          {isPasswordSet && <PasswordField label="Present password" name="currentPassword" />}
          <PasswordField label="New password" isNew />
          <Button block pending={pending}>
            {title}
          </Button>
        </AccountForm>
      </section>
    </Page>
  );
}
