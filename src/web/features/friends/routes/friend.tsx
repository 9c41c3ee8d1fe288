import type { Ctx } from '#domain/context.ts';
import { acceptRequest, declineRequest } from '#domain/friends/answer-request.ts';
import { blockPerson, unblockPerson } from '#domain/friends/block-person.ts';
import { cancelRequest } from '#domain/friends/cancel-request.ts';
import { getPerson } from '#domain/friends/get-person.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { sendRequest } from '#domain/friends/send-request.ts';
import { type FriendIntent, friendIntents } from '#shared/constants/friend-intents.ts';
import { safePath } from '#shared/format/safe-path.ts';
import { sitePath } from '#shared/format/site-path.ts';
import { friendInput, friendQuery } from '#shared/schemas/friends.ts';
import { PresenceStatus } from '#web/features/accounts/components/presence-status.tsx';
import { ProfileFailure } from '#web/features/profiles/components/profile-failure.tsx';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessFailed, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { DangerChoice } from '#web/ui/danger-choice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toast.tsx';
import { friendDone } from '../components/friend-answer.ts';
import { FriendButton } from '../components/friend-button.tsx';
import { FriendForm } from '../components/friend-form.tsx';
import { FriendMenu } from '../components/friend-menu.tsx';
import { questionOf } from '../components/friend-question.tsx';
import type { Route } from './+types/friend';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  screenHead(loaderData ? `You and ${loaderData.person.username}` : 'Profile');

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const { ask } = parse(friendQuery, url.searchParams);
    const person = await getPerson(ctx, args.params.username);
    const { state, blocked } = person.relation;
    // What is over already is not asked for.
    const possible = ask === 'remove' ? state === 'friends' : !blocked && state !== 'self';
    const back = backTo(url.searchParams.get('back'), person.username);
    return { person, back, ask: possible ? ask : null };
  });
}

/** Within our own site; else their profile. */
function backTo(path: FormDataEntryValue | null, username: string): string {
  return path === null ? sitePath`/profile/${username}` : safePath(path);
}

type Act = (ctx: Ctx, who: { username: string }) => Promise<unknown>;

const acts: Record<FriendIntent, Act> = {
  add: sendRequest,
  cancel: cancelRequest,
  accept: acceptRequest,
  decline: declineRequest,
  remove: removeFriend,
  block: blockPerson,
  unblock: unblockPerson,
};

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  const { username } = args.params;
  return runFormAction(args, 'friend-action-failed', async (ctx, form) => {
    const { intent } = parse(friendInput, form);
    await acts[intent](ctx, { username });
    if (isWithoutScript(args.request) || form.has('leave')) {
      throw redirect(backTo(form.get('back'), username));
    }
    return { person: await getPerson(ctx, username) };
  });
}

/** Whatever becomes of the button or row it came from, what came of it is said. */
export async function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = friendIntents.find((one) => one === form.get('intent'));
  try {
    const answer = await submitToServer({ request, serverAction }, 'friend-action-failed');
    const failure = formFailureOf('data' in answer ? answer.data : answer);
    if (failure) toast.failure(failure.message);
    else if (intent) {
      const friends = 'person' in answer && answer.person.relation.state === 'friends';
      toast.success(friendDone(intent, params.username, friends));
    }
    return answer;
  } catch (error) {
    const gone = error instanceof Response && error.status < 400;
    if (gone && intent) toast.success(friendDone(intent, params.username));
    throw error;
  }
}

// A refusal mostly means that the page is out of date.
export const shouldRevalidate = revalidateUnlessFailed;

/**
 * What can be done about somebody, on a page of its own: where a question is asked without script, and
 * where what was refused is told.
 */
export default function Friend({ loaderData, actionData }: Route.ComponentProps) {
  const { person, back, ask } = loaderData;
  const { username, profilePic, status, relation } = person;
  const failure = formFailureOf(actionData);
  const question = ask && questionOf(ask, username);
  return (
    <Page width="form">
      <PageHeader
        title={question?.title ?? username}
        lead={question?.text}
        back={{ to: back, label: 'Back' }}
      />
      {failure && (
        <Notice tone="failure" className="mb-6">
          {failure.message}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-4 rounded-lg bg-surface p-5 shadow-lift">
        <Avatar picture={profilePic} size={64} />
        <div className="grid min-w-0 flex-1 basis-32">
          <span className="text-lg font-semibold wrap-anywhere">{username}</span>
          <PresenceStatus status={status} />
        </div>
        {question && ask ? (
          <DangerChoice keep={question.no} leave={back}>
            <FriendForm username={username} intent={ask} back={back} variant="danger">
              {question.yes}
            </FriendForm>
          </DangerChoice>
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
  return <ProfileFailure title="Profile" error={error} />;
}
