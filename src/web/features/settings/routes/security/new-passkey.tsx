import { addPasskey } from '#domain/accounts/passkeys/own-passkeys.ts';
import { explainNoPasskeys } from '#domain/accounts/passkeys/passkey-site.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { newPasskeyInput } from '#shared/schemas/accounts/passkeys.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { PasskeyForm } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FailedFormContext } from '#web/ui/forms/failed-form.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { FactorFailure } from '../../components/factor-failure.tsx';
import { describeDevice } from '../../describe-device.ts';
import type { Route } from './+types/new-passkey';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Add a passkey', matches);

export const handle = { failure: 'Failed to load your settings.' };

const [path, back] = ['/settings/security/passkey', '/settings/security'];

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => {
    requirePlayer(ctx);
    const unavailable = explainNoPasskeys(ctx);
    if (unavailable === null) await requireFreshProof(ctx);
    return { unavailable, device: describeDevice(ctx.request.userAgent).name };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'factor-failed', async (ctx, form) => {
    await addPasskey(ctx, parseInput(newPasskeyInput, form));
    throw redirect(back);
  });
}

export const clientAction = sendForm<typeof action>('factor-failed');

/** Asks for the name of a new passkey, then lets the browser create it. */
export default function NewPasskey({ loaderData, actionData }: Route.ComponentProps) {
  const { failure } = useFormResult(actionData);
  const { unavailable, device } = loaderData;
  return (
    <Page width="form">
      <PageHeader
        title="Add a passkey"
        intro="Your browser asks where to keep it: on this device, on your phone or on a security key."
        back={{ to: back, label: 'Back to sign-in settings' }}
      />
      {unavailable === null ? (
        <section className="panel grid gap-5 p-6 sm:p-8">
          {failure && <FactorFailure failure={failure} next={path} />}
          <FailedFormContext value={failure}>
            <PasskeyForm purpose="add" label="Create passkey" variant="primary">
              <TextField
                label="Name"
                name="name"
                autoComplete="off"
                required
                maxLength={factorConstants.passkeyNameMax}
                defaultValue={device}
                hint="It tells your passkeys apart."
              />
            </PasskeyForm>
          </FailedFormContext>
        </section>
      ) : (
        <Alert>{unavailable}</Alert>
      )}
    </Page>
  );
}
