import type { Ctx } from '#domain/context.ts';
import { blockPerson } from '#domain/friends/blocks/block-person.ts';
import { getPersonWithRelation } from '#domain/friends/get-person-with-relation.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import {
  acceptFriendRequest,
  declineFriendRequest,
} from '#domain/friends/requests/answer-friend-request.ts';
import { cancelFriendRequest } from '#domain/friends/requests/cancel-friend-request.ts';
import { sendFriendRequest } from '#domain/friends/requests/send-friend-request.ts';
import { unblockAndMatchOrders } from '#domain/market/orders/unblock-and-match-orders.ts';
import { type FriendIntent, friendIntents } from '#shared/constants/friends.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { sitePath } from '#shared/format/paths/site-path.ts';
import { friendInput, friendQuery } from '#shared/schemas/friends.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { toFormError, useFormError } from '#web/lib/actions/form-error.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { PresenceStatus } from '#web/ui/accounts/presence-status.tsx';
import { ProfileError } from '#web/ui/accounts/profile-error.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toast.tsx';
import { FriendButton } from '../components/friend-button.tsx';
import { FriendForm } from '../components/friend-form.tsx';
import { FriendMenu } from '../components/friend-menu.tsx';
import { friendSuccessText } from '../components/friend-success-text.ts';
import { questionOf } from '../components/remove-or-block-dialog.tsx';
import type { Route } from './+types/remove-or-block';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `You and ${loaderData.person.username}` : 'Profile', matches);

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const { ask } = parseInput(friendQuery, url.searchParams);
    const person = await getPersonWithRelation(ctx, args.params.username);
    const { state, blocked } = person.relation;
    // There is no question about a friendship that has ended or a player who is already blocked.
    const isPossible = ask === 'remove' ? state === 'friends' : !blocked && state !== 'self';
    const back = returnPath(url.searchParams.get('back'), person.username);
    return { person, back, ask: isPossible ? ask : null };
  });
}

/** Returns `path` if it is on this site, `/` if not, and the player's profile without a path. */
function returnPath(path: FormDataEntryValue | null, username: string): string {
  return path === null ? sitePath`/profile/${username}` : toSafePath(path);
}

type FriendUseCase = (ctx: Ctx, who: { username: string }) => Promise<unknown>;

const useCases: Record<FriendIntent, FriendUseCase> = {
  add: sendFriendRequest,
  cancel: cancelFriendRequest,
  accept: acceptFriendRequest,
  decline: declineFriendRequest,
  remove: removeFriend,
  block: blockPerson,
  unblock: unblockAndMatchOrders,
};

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  const { username } = args.params;
  return runFormAction(args, 'friend-action-failed', async (ctx, form) => {
    const { intent } = parseInput(friendInput, form);
    await useCases[intent](ctx, { username });
    if (isWithoutScript(args.request) || form.has('leave')) {
      throw redirect(returnPath(form.get('back'), username));
    }
    return { person: await getPersonWithRelation(ctx, username) };
  });
}

/** Shows the result in a toast, because the button or row that sent the form may be gone. */
export async function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = friendIntents.find((known) => known === form.get('intent'));
  try {
    const answer = await submitToServer({ request, serverAction }, 'friend-action-failed');
    const failure = toFormError('data' in answer ? answer.data : answer);
    if (failure) toast.failure(failure.message);
    else if (intent) {
      const friends = 'person' in answer && answer.person.relation.state === 'friends';
      toast.success(friendSuccessText(intent, params.username, friends));
    }
    return answer;
  } catch (error) {
    const isRedirect = error instanceof Response && error.status < 400;
    if (isRedirect && intent) toast.success(friendSuccessText(intent, params.username));
    throw error;
  }
}

// A rejected form mostly means that the page is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

/** The actions for one player as a page. Without scripts it shows questions and the errors of rejected forms. */
export default function Friend({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { person, back, ask } = loaderData;
  const { username, profilePic, status, relation } = person;
  const failure = useFormError(actionData);
  const question = ask && questionOf(ask, username);
  return (
    <Page width="form">
      <PageHeader
        title={question?.title ?? username}
        intro={question?.text}
        back={{ to: back, label: 'Back' }}
      />
      {failure && (
        <Alert tone="failure" className="mb-6">
          {failure.message}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-4 rounded-lg bg-surface p-5 shadow-lift">
        <Avatar picture={profilePic} size={64} />
        <div className="grid min-w-0 flex-1 basis-32">
          <span className="text-lg font-semibold wrap-anywhere">{username}</span>
          <PresenceStatus status={status} />
        </div>
        {question && ask ? (
          <ConfirmOrCancel cancelLabel={question.no} onCancel={back}>
            <FriendForm username={username} intent={ask} back={back} variant="danger">
              {question.yes}
            </FriendForm>
          </ConfirmOrCancel>
        ) : (
          <div className="flex flex-wrap gap-3">
            <FriendButton username={username} relation={relation} />
            <FriendMenu username={username} relation={relation} />
          </div>
        )}
      </div>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError title="Profile" error={error} />;
}
