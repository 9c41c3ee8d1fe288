import { ScrollText } from 'lucide-react';
import { data } from 'react-router';
import { restoreAccount } from '#domain/lifecycle/restore-account.ts';
import { suspendAccount } from '#domain/lifecycle/suspend-account.ts';
import { getAccountModeration } from '#domain/moderation/get-account-moderation.ts';
import { giveRole } from '#domain/moderation/give-role.ts';
import { listModerationLog } from '#domain/moderation/list-moderation-log.ts';
import { isModerator } from '#domain/moderation/require-moderator.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { giveRoleInput, restoreInput, suspendInput } from '#shared/schemas/moderation.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessFailed, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RestoreForm, RoleForm, SuspendForm } from '../components/account-forms.tsx';
import { AccountState } from '../components/account-state.tsx';
import { LogTable } from '../components/log-table.tsx';
import { logPath } from '../components/moderation-action-names.ts';
import { useActionResult } from '../components/use-action-result.ts';
import type { Route } from './+types/moderation';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  screenHead(loaderData ? `Moderation of ${loaderData.account.username}` : 'Not found');

export const handle = { failure: 'Failed to load this account.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    // To others there is no such page.
    if (!isModerator(ctx.actor)) throw data(null, { status: 404 });
    const account = await getAccountModeration(ctx, args.params.username);
    const { entries, pages } = await listModerationLog(ctx, {
      of: account.username,
      act: null,
      page: 1,
    });
    return { account, entries, more: pages > 1 };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'moderation-failed', async (ctx, form) => {
    // Nor is there anything that they could send it; a visitor may be a moderator after the login.
    if (ctx.actor && !isModerator(ctx.actor)) throw new AppError('not-found');
    const { username } = args.params;
    const intent = form.get('intent');
    switch (intent) {
      case 'suspend':
        await suspendAccount(ctx, { username, ...parse(suspendInput, form) });
        return { said: 'The account is suspended.' };
      case 'restore':
        await restoreAccount(ctx, { username, ...parse(restoreInput, form) });
        return { said: 'The account is restored.' };
      case 'make-moderator':
      case 'make-player': {
        const role = intent === 'make-moderator' ? 'moderator' : 'player';
        await giveRole(ctx, { username, role, ...parse(giveRoleInput, form) });
        return { said: `The account is a ${role}'s now.` };
      }
      default:
        throw new AppError('bad-input');
    }
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'moderation-failed');
}

// A refusal can mean that another moderator was first: the page shows that too.
export const shouldRevalidate = revalidateUnlessFailed;

/** What moderators do to an account, and what was done to it. */
export default function Moderation({ loaderData, actionData }: Route.ComponentProps) {
  const { account, entries, more } = loaderData;
  const { username, maySuspend, mayRestore, mayGive, listings } = account;
  const failure = formFailureOf(actionData);
  const said = useActionResult(actionData);
  const failureOfForm = (intent: string) => (failure?.typed.intent === intent ? failure : null);
  const shown = [
    maySuspend && 'suspend',
    mayRestore && 'restore',
    mayGive && `make-${mayGive}`,
  ].filter(Boolean);
  const formGone = failure !== null && !shown.includes(failure.typed.intent ?? '');
  const nothing = account.self
    ? 'This is your own account: others moderate it.'
    : 'Your role does not reach to this account.';
  return (
    <Page>
      <PageHeader
        title={`Moderation of ${username}`}
        back={{ to: `/profile/${username}`, label: 'Back to profile' }}
        actions={
          <ButtonLink to={logPath({})} variant="quiet">
            <ScrollText aria-hidden />
            Moderation log
          </ButtonLink>
        }
      />
      {said && (
        <Notice tone="success" className="mb-6">
          {said}
        </Notice>
      )}
      {formGone && (
        <Notice tone="failure" className="mb-6">
          {failure.message}
        </Notice>
      )}
      <AccountState account={account} />
      {shown.length === 0 ? (
        <Notice>{nothing}</Notice>
      ) : (
        <div className="grid gap-6 lg:grid-cols-2">
          {maySuspend && (
            <SuspendForm
              username={username}
              listings={listings}
              failure={failureOfForm('suspend')}
            />
          )}
          {mayRestore && <RestoreForm username={username} failure={failureOfForm('restore')} />}
          {mayGive && (
            <RoleForm
              // A role that was given leaves the form of the other behind, with nothing typed.
              key={mayGive}
              username={username}
              role={mayGive}
              failure={failureOfForm(`make-${mayGive}`)}
            />
          )}
        </div>
      )}
      <section aria-labelledby="done" className="mt-12">
        <h2 id="done" className="mb-5 text-xl">
          What was done
        </h2>
        {entries.length === 0 ? (
          <p className="text-muted">Nothing was ever done to this account.</p>
        ) : (
          <LogTable entries={entries} ofOne />
        )}
        {more && (
          <ButtonLink to={logPath({ of: username })} variant="quiet" className="mt-5">
            Show all
          </ButtonLink>
        )}
      </section>
    </Page>
  );
}
