import { Plus, Ticket } from 'lucide-react';
import { getRegistrationMode } from '#domain/accounts/registration/registration-mode.ts';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import {
  changeSiteSetting,
  undoSiteSettingChange,
} from '#domain/administration/change-site-setting.ts';
import { listInvitations, withdrawInvitation } from '#domain/administration/invitations.ts';
import { listSiteSettingChanges } from '#domain/administration/list-site-setting-changes.ts';
import { isAdmin } from '#domain/permissions/require-moderator.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { invitationsQuery, registrationModeInput } from '#shared/schemas/accounts/registration.ts';
import { administeredRowForm } from '#shared/schemas/administration/site-forms.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { FieldGroup } from '#web/ui/fields/choice-fields.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { RegistrationModeChoice } from '../../components/registration-mode-choice.tsx';
import { InvitationList } from '../../components/site/invitation-list.tsx';
import { SettingChanges } from '../../components/site/setting-changes.tsx';
import { runRightAction, runRightLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/registration';

export const headers = formHeaders;

export const meta = guardedHead('Registration');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runRightLoader(args, 'invite', async (ctx, url) => {
    const { page } = parseInput(invitationsQuery, url.searchParams);
    const [mode, list, changes, isProven] = await Promise.all([
      getRegistrationMode(ctx.db),
      openPage(url, listInvitations(ctx, { page })),
      isAdmin(ctx.actor) ? listSiteSettingChanges(ctx, ['registration']) : null,
      hasFreshProof(ctx),
    ]);
    const asked = url.searchParams.get('withdraw');
    const withdrawn = list.invitations.find(({ id, state }) => id === asked && state === 'open');
    return { mode, ...list, changes, isProven, withdrawn };
  });
}

export async function action(args: Route.ActionArgs) {
  return runRightAction(args, 'invite', async (ctx, form) => {
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

export const clientAction = sendForm<typeof action>('administration-failed');

/** The section 'Registration' of the administration: who can register, and the invitations. */
export default function Registration({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, invitations, page, pages, changes, isProven, withdrawn } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const pending = usePending();
  const path = `/admin/registration${page > 1 ? `?page=${page}` : ''}`;
  return (
    <AdminPage current="registration" failure={failure}>
      <SettingMessages isProven={isProven} done={done} failure={failure} />
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
      {changes !== null && (
        <ActionForm key={mode} intent="mode" hasMessage={false} scrolls className="grid gap-4">
          <FieldGroup id="mode" title="Who can register">
            <RegistrationModeChoice chosen={mode} />
            <div>
              <Button pending={pending}>Save</Button>
            </div>
          </FieldGroup>
        </ActionForm>
      )}
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
      {changes !== null && (
        <Panel title="Changes">
          <SettingChanges changes={changes} />
        </Panel>
      )}
    </AdminPage>
  );
}
