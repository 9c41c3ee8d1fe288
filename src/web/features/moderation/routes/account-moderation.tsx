import { ScrollText } from 'lucide-react';
import { addAccountNote, deleteAccountNote } from '#domain/moderation/accounts/account-notes.ts';
import {
  giveFurtherRole,
  takeFurtherRole,
} from '#domain/moderation/accounts/change-further-role.ts';
import { getAccountModeration } from '#domain/moderation/accounts/get-account-moderation.ts';
import { giveRole } from '#domain/moderation/accounts/give-role.ts';
import { listModerationLog } from '#domain/moderation/log/list-moderation-log.ts';
import { restoreAccount } from '#domain/moderation/suspension/restore-account.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { noteForm, noteInput } from '#shared/schemas/administration/admin-people.ts';
import {
  furtherRoleInput,
  giveRoleInput,
  restoreInput,
  suspendInput,
} from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { runFormActionWithProof } from '#web/lib/actions/run-form-action-with-proof.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { readTypedTexts } from '#web/lib/actions/typed-texts-cookie.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { logPath, tradingPairsPath } from '#web/paths/moderation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import {
  RestoreForm,
  RoleForm,
  SuspendForm,
} from '../components/accounts/account-moderation-forms.tsx';
import { AccountNotes } from '../components/accounts/account-notes.tsx';
import { AccountState } from '../components/accounts/account-state.tsx';
import { FurtherRoleForm } from '../components/accounts/further-role-form.tsx';
import { ModerationLogTable } from '../components/log/moderation-log-table.tsx';
import { ModerationPage } from '../components/moderation-page.tsx';
import { requireModeratorForm, runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/account-moderation';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Moderation of ${loaderData.account.username}` : 'Not found', matches);

export const handle = { failure: 'Failed to load this account.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, async (ctx, url) => {
    const account = await getAccountModeration(ctx, args.params.username);
    const { entries, pages } = await listModerationLog(ctx, { of: account.username, page: 1 });
    const typed = ctx.actor ? readTypedTexts(args.request, ctx.actor) : {};
    const asked = url.searchParams.get('delete');
    const deletedNote = account.notes.find(({ id, mayDelete }) => id === asked && mayDelete);
    return { account, entries, more: pages > 1, typed, deletedNote };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormActionWithProof(
    args,
    'moderation-failed',
    ['intent', 'role', 'reason'],
    async (ctx, form) => {
      requireModeratorForm(ctx);
      const { username } = args.params;
      const intent = form.get('intent');
      switch (intent) {
        case 'suspend':
          await suspendAccount(ctx, { username, ...parseInput(suspendInput, form) });
          return { done: 'The account is suspended.' };
        case 'restore':
          await restoreAccount(ctx, { username, ...parseInput(restoreInput, form) });
          return { done: 'The account is restored.' };
        case 'make-moderator':
        case 'make-player': {
          const role = intent === 'make-moderator' ? 'moderator' : 'player';
          await giveRole(ctx, { username, role, ...parseInput(giveRoleInput, form) });
          return { done: `The account is a ${role}'s now.` };
        }
        case 'give-further-role':
          await giveFurtherRole(ctx, { username, ...parseInput(furtherRoleInput, form) });
          return { done: 'The role is given.' };
        case 'take-further-role':
          await takeFurtherRole(ctx, { username, ...parseInput(furtherRoleInput, form) });
          return { done: 'The role is taken away.' };
        case 'add-note':
          await addAccountNote(ctx, { username, ...parseInput(noteInput, form) });
          return { done: 'The note is saved.' };
        case 'delete-note':
          await deleteAccountNote(ctx, { username, ...parseInput(noteForm, form) });
          return { done: 'The note is deleted.' };
        default:
          throw new AppError('bad-input');
      }
    },
  );
}

export const clientAction = sendForm<typeof action>('moderation-failed');

// A rejected form can mean that another moderator was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

/** The moderation of an account: its state, the possible actions and the past ones. */
export default function Moderation({ loaderData, actionData }: Route.ComponentProps) {
  const { account, entries, more } = loaderData;
  const { username, maySuspend, mayRestore, mayGive, mayGiveRoles, mayTakeRoles } = account;
  const { done, failure } = useToastedResult(actionData);
  const shownForms = [
    maySuspend && 'suspend',
    mayRestore && 'restore',
    mayGive && `make-${mayGive}`,
    mayGiveRoles.length > 0 && 'give-further-role',
    mayTakeRoles.length > 0 && 'take-further-role',
    account.mayNote && 'add-note',
  ].filter(Boolean);
  const isFormMissing = failure !== null && !shownForms.includes(failure.typed.intent ?? '');
  const noFormsText = account.self
    ? 'This is your own account: others moderate it.'
    : 'Your role does not reach to this account.';
  return (
    <ModerationPage failure={failure} typedTexts={loaderData.typed}>
      <PageHeader
        title={`Moderation of ${username}`}
        back={{ to: `/profile/${username}`, label: 'Back to profile' }}
        actions={
          <>
            <ButtonLink to={tradingPairsPath({ of: username })} variant="quiet">
              Trading pairs
            </ButtonLink>
            <ButtonLink to={logPath({})} variant="quiet">
              <ScrollText aria-hidden />
              Moderation log
            </ButtonLink>
          </>
        }
      />
      <div className="grid gap-6 not-empty:mb-6">
        <FormMessages done={done} failure={isFormMissing ? failure : null} />
      </div>
      <AccountState account={account} />
      {shownForms.length === 0 ? (
        <Alert>{noFormsText}</Alert>
      ) : (
        <div className="grid gap-6 lg:grid-cols-2">
          {maySuspend && <SuspendForm username={username} listings={account.listings} />}
          {mayRestore && <RestoreForm username={username} />}
          {mayGive && (
            <RoleForm
              // After a role was given, the form for the other role starts empty.
              key={mayGive}
              username={username}
              role={mayGive}
            />
          )}
          {mayGiveRoles.length > 0 && (
            <FurtherRoleForm
              key={`give ${mayGiveRoles.length}`}
              username={username}
              roles={mayGiveRoles}
            />
          )}
          {mayTakeRoles.length > 0 && (
            <FurtherRoleForm
              key={`take ${mayTakeRoles.length}`}
              taking
              username={username}
              roles={mayTakeRoles}
            />
          )}
        </div>
      )}
      {account.mayNote && (
        // A new form after a note was saved or deleted.
        <AccountNotes
          key={account.notes.length}
          notes={account.notes}
          path={`/profile/${username}/moderation`}
          asked={loaderData.deletedNote}
        />
      )}
      <section aria-labelledby="done" className="mt-12">
        <h2 id="done" className="mb-5 text-xl">
          What was done
        </h2>
        {entries.length === 0 ? (
          <p className="text-muted">Nothing was ever done to this account.</p>
        ) : (
          <ModerationLogTable entries={entries} hideTarget />
        )}
        {more && (
          <ButtonLink to={logPath({ of: username })} variant="quiet" className="mt-5">
            Show all
          </ButtonLink>
        )}
      </section>
    </ModerationPage>
  );
}
