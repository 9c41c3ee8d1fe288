import { Plus, Ticket } from 'lucide-react';
import { Form } from 'react-router';
import { getRegistrationMode } from '#domain/accounts/registration/registration-mode.ts';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import {
  changeSiteSetting,
  undoSiteSettingChange,
} from '#domain/administration/change-site-setting.ts';
import { listInvitations, withdrawInvitation } from '#domain/administration/invitations.ts';
import { listSiteSettingChanges } from '#domain/administration/list-site-setting-changes.ts';
import { registrationModes } from '#shared/constants/registration-modes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { invitationsQuery, registrationModeInput } from '#shared/schemas/registration.ts';
import { administeredRowForm } from '#shared/schemas/site-forms.ts';
import { pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ChoiceField, FieldGroup } from '#web/ui/choice-fields.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { InvitationList } from '../components/invitation-list.tsx';
import { FormFailure, ProofAlert } from '../components/proof-alerts.tsx';
import { registrationModeTexts } from '../components/registration-texts.ts';
import { SettingChanges } from '../components/setting-changes.tsx';
import { requireAdminForm, requireAdminPage } from '../require-admin-page.ts';
import type { Route } from './+types/registration';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Registration' : 'Not found', matches);

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    requireAdminPage(ctx);
    const { page } = parseInput(invitationsQuery, url.searchParams);
    const [mode, list, changes, isProven] = await Promise.all([
      getRegistrationMode(ctx.db),
      listInvitations(ctx, { page }),
      listSiteSettingChanges(ctx, ['registration']),
      hasFreshProof(ctx),
    ]);
    if (list.page > list.pages) throw redirect(pagePath(url, list.pages));
    const asked = url.searchParams.get('withdraw');
    const withdrawn = list.invitations.find(({ id, state }) => id === asked && state === 'open');
    return { mode, ...list, changes, isProven, withdrawn };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'administration-failed', async (ctx, form) => {
    requireAdminForm(ctx);
    switch (form.get('intent')) {
      case 'mode': {
        const { registration } = parseInput(registrationModeInput, form);
        await changeSiteSetting(ctx, { key: 'registration', value: registration });
        return { done: 'Saved. It holds from now on.' };
      }
      case 'undo':
        await undoSiteSettingChange(ctx, parseInput(administeredRowForm, form));
        return { done: 'The change is undone.' };
      case 'withdraw':
        await withdrawInvitation(ctx, parseInput(administeredRowForm, form));
        return { done: 'The invitation is withdrawn.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'administration-failed');
}

/** The section 'Registration' of the administration: who can register, and the invitations. */
export default function Registration({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, invitations, page, pages, changes, isProven, withdrawn } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const pending = usePending();
  const path = `/admin/registration${page > 1 ? `?page=${page}` : ''}`;
  return (
    <AdminPage current="registration">
      {!isProven && !failure?.needsProof && <ProofAlert />}
      {failure && <FormFailure failure={failure} />}
      {done && <Alert tone="success">{done}</Alert>}
      <RemovalDialog
        open={withdrawn !== undefined}
        title="Withdraw this invitation?"
        path={path}
        values={{ intent: 'withdraw', id: withdrawn?.id ?? '' }}
        button="Withdraw"
      >
        <p className="wrap-anywhere">
          <bdi>{withdrawn?.note || 'It has no note.'}</bdi>
        </p>
        <p>Its link stops working for good. Accounts that were registered with it stay.</p>
      </RemovalDialog>
      {/* A new form after a save, so that it shows what was saved. */}
      <Form key={mode} method="post" className="grid gap-4">
        <input type="hidden" name="intent" value="mode" />
        <FieldGroup title="Who can register">
          {registrationModes.map((value) => (
            <ChoiceField
              key={value}
              type="radio"
              name="registration"
              value={value}
              {...registrationModeTexts[value]}
              defaultChecked={value === (failure?.typed.registration ?? mode)}
            />
          ))}
          <div>
            <Button pending={pending}>Save</Button>
          </div>
        </FieldGroup>
      </Form>
      <Panel
        title="Invitations"
        action={
          <ButtonLink to="/admin/registration/new-invitation" variant="quiet" size="sm">
            <Plus aria-hidden />
            New invitation
          </ButtonLink>
        }
      >
        {mode !== 'invitation' && (
          <p className="text-muted">They work while only people with an invitation can register.</p>
        )}
        {invitations.length === 0 ? (
          <p className="flex items-center gap-3">
            <Ticket aria-hidden className="size-5 text-muted" />
            There are no invitations.
          </p>
        ) : (
          <InvitationList
            invitations={invitations}
            toQuestion={(id) => `${path}${page > 1 ? '&' : '?'}withdraw=${id}`}
          />
        )}
        <Pager page={page} pages={pages} label="Pages of the invitations" />
      </Panel>
      <Panel title="Changes">
        <SettingChanges changes={changes} />
      </Panel>
    </AdminPage>
  );
}
