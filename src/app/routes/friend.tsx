import type { Ctx } from '#domain/context.ts';
import { acceptRequest, declineRequest } from '#domain/friends/answer-request.ts';
import { blockPerson, unblockPerson } from '#domain/friends/block-person.ts';
import { cancelRequest } from '#domain/friends/cancel-request.ts';
import { getPerson } from '#domain/friends/get-person.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { sendRequest } from '#domain/friends/send-request.ts';
import { type FriendIntent, friendIntents } from '#shared/friend-intents.ts';
import { friendInput, friendQuery } from '#shared/inputs/friends.ts';
import { safePath } from '#shared/safe-path.ts';
import { sitePath } from '#shared/site-path.ts';
import { Avatar } from '../components/avatar.tsx';
import { DangerChoice } from '../components/danger-choice.tsx';
import { friendDone } from '../components/friends/friend-answer.ts';
import { FriendButton } from '../components/friends/friend-button.tsx';
import { FriendForm } from '../components/friends/friend-form.tsx';
import { FriendMenu } from '../components/friends/friend-menu.tsx';
import { questionOf } from '../components/friends/friend-question.tsx';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { ProfileFailure } from '../components/profile/profile-failure.tsx';
import { Status } from '../components/status.tsx';
import { toast } from '../components/toast.tsx';
import { loadGuarded, parse } from '../door.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { screenHead } from '../page-head.ts';
import { reachServer, rereadUnlessFailed } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import { isWithoutScript } from '../without-script.ts';
import type { Route } from './+types/friend';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  screenHead(loaderData ? `You and ${loaderData.person.username}` : 'Profile');

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, _actor, url) => {
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
  return actOnForm(args, 'friend-action-failed', async (ctx, form) => {
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
    const answer = await reachServer({ request, serverAction }, 'friend-action-failed');
    const failure = failureOf('data' in answer ? answer.data : answer);
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
export const shouldRevalidate = rereadUnlessFailed;

/**
 * What can be done about somebody, on a page of its own: where a question is asked without script, and
 * where what was refused is told.
 */
export default function Friend({ loaderData, actionData }: Route.ComponentProps) {
  const { person, back, ask } = loaderData;
  const { username, profilePic, status, relation } = person;
  const failure = failureOf(actionData);
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
          <Status status={status} />
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
