import { randomUUID } from 'node:crypto';
import { useCallback, useMemo } from 'react';
import { Link, useFetcher, useRevalidator } from 'react-router';
import { loadGuarded, parse } from '#app/door.ts';
import { actOnForm, formHeaders } from '#app/form-action.ts';
import { failureOf } from '#app/form-failure.ts';
import { screenHead } from '#app/page-head.ts';
import { reachServer } from '#app/reach-server.ts';
import { redirect } from '#app/redirect.ts';
import { requireActor } from '#domain/accounts/require-actor.ts';
import { getConversation } from '#domain/chat/get-conversation.ts';
import { listMessages } from '#domain/chat/list-messages.ts';
import { markRead } from '#domain/chat/mark-read.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { conversationQuery, sayInput } from '#shared/inputs/conversation.ts';
import { chat } from '#shared/limits.ts';
import { isRefusal } from '#shared/refusals.ts';
import { Avatar } from '../components/avatar.tsx';
import { ButtonLink } from '../components/button.tsx';
import { ChatPanel } from '../components/chat/chat-panel.tsx';
import { chatPath, friendsPath } from '../components/friends/friend-address.ts';
import { useFreshList } from '../components/friends/use-fresh-list.ts';
import { Page } from '../components/page.tsx';
import { Status } from '../components/status.tsx';
import type { Route } from './+types/chat';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  screenHead(loaderData ? `Chat with ${loaderData.friend.username}` : 'Chat');

export const handle = { failure: 'Failed to load this conversation.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, actor, url) => {
    const { username, friendName } = args.params;
    const me = actor.username;
    if (username.toLowerCase() !== me.toLowerCase()) {
      // The friend's address of the same conversation, or somebody's who is no business of the reader.
      const other = friendName.toLowerCase() === me.toLowerCase() ? username : friendName;
      throw redirect(chatPath(me, other));
    }
    const { shown, before } = parse(conversationQuery, url.searchParams);
    const conversation = await sendStrangersAway(getConversation(ctx, friendName));
    const { conversationId } = conversation;
    const count = before === undefined ? shown : chat.shownMore;
    const messages = await listMessages(ctx, { conversationId, before, count });
    return { ...conversation, me, messages, shown, formId: randomUUID() };
  });
}

/** spec 6: whoever is no friend is sent to the own profile. */
async function sendStrangersAway<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const away = ['not-friends', 'guest-not-allowed'];
    if (isRefusal(error) && away.includes(error.code)) throw redirect('/profile');
    throw error;
  }
}

export const headers = formHeaders;

/** Says something where the page sleeps; awake it goes by socket. */
export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'message-failed', async (ctx, form) => {
    const { username, friendName } = args.params;
    const me = requireActor(ctx).username;
    if (username.toLowerCase() !== me.toLowerCase()) throw redirect('/profile');
    const { conversationId, friend } = await sendStrangersAway(getConversation(ctx, friendName));
    const { from, number, ...said } = parse(sayInput, form);
    if (number !== undefined) await markRead(ctx, { conversationId, from, number });
    await sendMessage(ctx, { conversationId, ...said, readsBefore: false });
    throw redirect(chatPath(me, friend.username));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'message-failed');
}

/** What two friends say to each other (spec 2). */
export default function Chat({ loaderData, actionData }: Route.ComponentProps) {
  const { me, friend, conversationId, messages, lastNumber, shown, formId, suspended } = loaderData;
  const { read, skipped } = loaderData;
  const marks = useMemo(() => ({ read, skipped }), [read, skipped]);
  const { revalidate } = useRevalidator();
  useFreshList();
  const older = useFetcher<typeof loader>();
  const failure = failureOf(actionData);
  const address = chatPath(me, friend.username);
  const reread = useCallback(() => void revalidate(), [revalidate]);
  return (
    <Page width="prose" className="pb-8!">
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar picture={friend.profilePic} size={52} />
          <div className="grid min-w-0">
            <h1 className="text-2xl wrap-anywhere">
              Chat with{' '}
              <Link
                to={`/profile/${friend.username}`}
                prefetch="intent"
                className="hover:text-link"
              >
                {friend.username}
              </Link>
            </h1>
            <Status status={friend.status} className="text-sm" />
          </div>
        </div>
        <ButtonLink to={friendsPath(me)} variant="quiet" size="sm">
          Back to Friend List
        </ButtonLink>
      </header>
      <ChatPanel
        key={conversationId}
        me={me}
        friend={friend.username}
        messages={messages}
        lastNumber={lastNumber}
        marks={marks}
        older={older.data?.messages ?? null}
        asksOlder={older.state !== 'idle'}
        onShowMore={(before) => void older.load(`${address}?before=${before}`)}
        morePath={`?shown=${shown + chat.shownMore}`}
        formId={formId}
        closed={suspended}
        failure={
          failure && {
            message: failure.fields.text ?? failure.message,
            typed: failure.typed.text ?? '',
          }
        }
        onRefused={reread}
      />
    </Page>
  );
}
