import { ShieldAlert, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { deleteAccountAsAdmin } from '#domain/account-deletion/delete-account-as-admin.ts';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { giveAdminRole, takeAdminRole } from '#domain/administration/change-admins.ts';
import { getPerson } from '#domain/administration/get-person.ts';
import {
  makeResetLink,
  removeFactorsAsAdmin,
} from '#domain/administration/restore-access-for-owner.ts';
import { setAgeLimit } from '#domain/administration/set-age-limit.ts';
import { requestExportAsAdmin } from '#domain/data-export/request-export-as-admin.ts';
import { changeBalanceAsAdmin } from '#domain/moderation/accounts/change-balance-as-admin.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  balanceChangeInput,
  deletePersonInput,
  personInput,
} from '#shared/schemas/administration/admin-people.ts';
import { accountAgeLimitForm } from '#shared/schemas/administration/age-limits.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runFormActionWithProof } from '#web/lib/actions/run-form-action-with-proof.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { readTypedTexts } from '#web/lib/actions/typed-texts-cookie.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { PersonFacts } from '../components/people/person-facts.tsx';
import { PersonForms } from '../components/people/person-forms.tsx';
import { ProofAlert } from '../components/proof-alerts.tsx';
import { requireAdminForm, runAdminLoader } from '../run-admin-page.ts';
import type { Route } from './+types/person';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? loaderData.person.username : 'Not found', matches);

export const handle = { failure: 'Failed to load this account.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => {
    const { actor } = ctx;
    return {
      person: await getPerson(ctx, args.params.username),
      isProven: await hasFreshProof(ctx),
      origin: ctx.site.origin,
      typed: actor ? readTypedTexts(args.request, actor) : {},
      keys: { give: createFormKey(ctx), take: createFormKey(ctx) },
    };
  });
}

export async function action(args: Route.ActionArgs) {
  const kept = ['intent', 'reason', 'removesTexts', 'amount', 'ageLimit'];
  return runFormActionWithProof(args, 'administration-failed', kept, async (ctx, form) => {
    requireAdminForm(ctx);
    const { username } = args.params;
    switch (form.get('intent')) {
      case 'reset-link': {
        const { reason } = parseInput(personInput, form);
        const { token } = await makeResetLink(ctx, { username, reason });
        return token === null ? { done: 'The link is on its way to the owner.' } : { token };
      }
      case 'remove-factors':
        await removeFactorsAsAdmin(ctx, { username, ...parseInput(personInput, form) });
        return { done: 'The second factors are removed.' };
      case 'export':
        await requestExportAsAdmin(ctx, { username, ...parseInput(personInput, form) });
        return { done: 'The export is made. The owner finds it in the settings.' };
      case 'give-money':
      case 'take-money': {
        const act = form.get('intent') === 'give-money' ? 'give-money' : 'take-money';
        const input = parseInput(balanceChangeInput, form);
        await changeBalanceAsAdmin(ctx, { username, act, ...input });
        return { done: act === 'give-money' ? 'The money is given.' : 'The money is taken.' };
      }
      case 'make-admin':
        await giveAdminRole(ctx, { username, ...parseInput(personInput, form) });
        return { done: `${username} is an admin now.` };
      case 'take-admin':
        await takeAdminRole(ctx, { username, ...parseInput(personInput, form) });
        // For a player this page does not exist.
        if (username.toLowerCase() === ctx.actor?.username.toLowerCase())
          throw redirect('/profile');
        return { done: `${username} is a player now.` };
      case 'age-limit':
        await setAgeLimit(ctx, { username, ...parseInput(accountAgeLimitForm, form) });
        return { done: 'The age limit is saved.' };
      case 'delete':
        await deleteAccountAsAdmin(ctx, { username, ...parseInput(deletePersonInput, form) });
        throw redirect('/admin/people?deleted');
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

// A rejected form can mean that another admin was faster; then the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

/** An account for admins: its facts, and what they can do for its owner. */
export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, isProven, origin, typed, keys } = loaderData;
  const { data: latest, done, failure } = useFormResult(actionData);
  const token = latest && 'token' in latest ? latest.token : null;
  const [answered, setAnswered] = useState({ answer: latest, successes: 0 });
  if (latest !== answered.answer) {
    const successes = answered.successes + (latest && !failure ? 1 : 0);
    setAnswered({ answer: latest, successes });
  }
  const result = useRef<HTMLDivElement>(null);

  // The result is above the forms, on a phone by several screens.
  useEffect(() => {
    if (!done && !token) return;
    result.current?.focus({ preventScroll: true });
    result.current?.scrollIntoView({ block: 'center' });
  }, [done, token]);

  const { username, profilePic, self, suspended, mayTakeAdmin, isChangeable } = person;
  const canAct = isChangeable || mayTakeAdmin;
  return (
    <AdminPage
      current="people"
      failure={failure}
      typedTexts={typed}
      back={{ to: '/admin/people', label: 'Back to people' }}
      title={
        <span className="flex items-center gap-4">
          <Avatar picture={profilePic} size={56} />
          {username}
        </span>
      }
      actions={
        <>
          <ButtonLink to={`/profile/${username}`} variant="quiet">
            <UserRound aria-hidden />
            Profile
          </ButtonLink>
          {!self && (
            <ButtonLink to={`/profile/${username}/moderation`} variant="quiet">
              <ShieldAlert aria-hidden />
              Suspend, roles and notes
            </ButtonLink>
          )}
        </>
      }
    >
      {(done || token) && (
        <div ref={result} tabIndex={-1} className="outline-none">
          <Alert tone="success">
            {done ?? (
              <span className="grid gap-2">
                Give this link to the owner. It works once, for an hour, and is not shown again.
                <code className="wrap-anywhere select-all">{`${origin}/reset-password?token=${token}`}</code>
              </span>
            )}
          </Alert>
        </div>
      )}
      {failure && !failure.needsProof && !canAct && <Alert tone="failure">{failure.message}</Alert>}
      <section aria-label="Facts" className="panel p-6">
        <PersonFacts person={person} />
      </section>
      {canAct && !isProven ? (
        <ProofAlert />
      ) : canAct ? (
        <PersonForms
          // New forms after one succeeded, so that its question closes and its fields are empty. After an error they
          // stay: the reader may be typing already while the page is loaded again.
          key={answered.successes}
          person={person}
          keys={keys}
        />
      ) : (
        <p className="text-muted">
          {person.isExample
            ? 'This is an example player: nobody can log in to it. All of them are removed together, under Site.'
            : suspended
              ? 'The account is suspended. Restore it first to do more for its owner.'
              : 'A guest has nothing that an admin could help with.'}
        </p>
      )}
    </AdminPage>
  );
}
