import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { createInvitation } from '#domain/administration/invitations.ts';
import { listGroupNames } from '#domain/groups/list-groups.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { invitationConstants } from '#shared/constants/site/site-settings.ts';
import { invitationInput } from '#shared/schemas/accounts/registration.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { runFormActionWithProof } from '#web/lib/actions/run-form-action-with-proof.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { readTypedTexts } from '#web/lib/actions/typed-texts-cookie.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import { ProofAlert } from '../../components/proof-alerts.tsx';
import { requireFormOfRight, runRightLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/new-invitation';

export const headers = formHeaders;

export const meta = guardedHead('New invitation');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runRightLoader(args, 'invite', async (ctx) => {
    return {
      groups: await listGroupNames(ctx),
      origin: ctx.site.origin,
      isProven: await hasFreshProof(ctx),
      typed: readTypedTexts(args.request, requireActor(ctx)),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormActionWithProof(
    args,
    'administration-failed',
    ['note', 'days', 'uses', 'group'],
    async (ctx, form) => {
      requireFormOfRight(ctx, 'invite');
      const { code } = await createInvitation(ctx, parseInput(invitationInput, form));
      return { code };
    },
  );
}

export const clientAction = sendForm<typeof action>('administration-failed');

const back = { to: '/admin/registration', label: 'Back to registration' };

const dayTexts = invitationConstants.validDays.map(
  (days) => [String(days), days === 1 ? 'A day' : `${days} days`] as const,
);

/** Asks what an invitation is for, then shows its link. */
export default function NewInvitation({ loaderData, actionData }: Route.ComponentProps) {
  const { data: lastData, failure } = useFormResult(actionData);
  const { typed } = loaderData;
  if (lastData && 'code' in lastData) {
    return (
      <Page width="form">
        <PageHeader title="Your new invitation" back={back} />
        <div className="grid justify-items-start gap-6">
          <Alert tone="success">Copy the link now. It is not shown again.</Alert>
          <code className="panel w-full p-4 wrap-anywhere select-all">
            {`${loaderData.origin}/register?invitation=${lastData.code}`}
          </code>
          <ButtonLink to="/admin/registration">Done</ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader
        title="New invitation"
        intro="Everybody who has the link can register as a player."
        back={back}
      />
      {!loaderData.isProven && !failure?.needsProof && (
        <div className="mb-6">
          <ProofAlert />
        </div>
      )}
      <ActionForm
        failure={failure}
        hasMessage={false}
        button="Create invitation"
        block
        scrolls
        className="panel grid gap-6 p-6 sm:p-8"
      >
        {failure && (
          <Alert
            tone="failure"
            action={failure.needsProof && <ProofLink next="/admin/registration/new-invitation" />}
          >
            {failure.message}
          </Alert>
        )}
        <TextField
          label="Note"
          name="note"
          autoComplete="off"
          maxLength={invitationConstants.noteMax}
          defaultValue={typed.note}
          hint="For whom it is. Only admins see it."
        />
        <TextField
          label="For how many people"
          name="uses"
          type="number"
          min={1}
          max={invitationConstants.usesMax}
          required
          defaultValue={typed.uses ?? '1'}
        />
        <SelectField
          name="days"
          label="Valid for"
          defaultValue={typed.days ?? '7'}
          options={dayTexts}
        />
        {loaderData.groups.length > 0 && (
          <SelectField
            name="group"
            label="Group"
            defaultValue={typed.group ?? ''}
            options={[
              ['', 'None'],
              ...loaderData.groups.map(({ id, name }) => [id, name] as const),
            ]}
            hint="Who registers with the invitation is a member at once. Such a link works while registration is open too."
          />
        )}
      </ActionForm>
    </Page>
  );
}
