import { useCallback, useMemo } from 'react';
import { Link, useFetcher, useRevalidator } from 'react-router';
import { getConversation } from '#domain/chat/get-conversation.ts';
import { listMessages } from '#domain/chat/list-messages.ts';
import { markMessagesRead } from '#domain/chat/mark-messages-read.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { listOffersOfMessages } from '#domain/trades/list-offers.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { conversationQuery, sendMessageInput } from '#shared/schemas/chat-page.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { useFriendListRefresh } from '#web/features/friends/public.ts';
import { answerOffer } from '#web/features/trades/public.server.ts';
import { AcceptQuestion, TradeLink } from '#web/features/trades/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { chatPath } from '#web/paths/chat.ts';
import { friendsPath } from '#web/paths/friends.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { PresenceStatus } from '#web/ui/accounts/presence-status.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { ChatPanel } from '../components/chat-panel.tsx';
import type { Route } from './+types/chat';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Chat with ${loaderData.friend.username}` : 'Chat', matches);

export const handle = { failure: 'Failed to load this conversation.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const { username, friendName } = args.params;
    const me = actor.username;
    if (username.toLowerCase() !== me.toLowerCase()) {
      // The path of the friend's side, or of a conversation of two other players.
      const other = friendName.toLowerCase() === me.toLowerCase() ? username : friendName;
      throw redirect(chatPath(me, other));
    }
    const { shown, before, accept } = parseInput(conversationQuery, url.searchParams);
    const conversation = await redirectStrangers(getConversation(ctx, friendName));
    const { conversationId } = conversation;
    const count = before === undefined ? shown : chatConstants.shownMore;
    const messages = await listMessages(ctx, { conversationId, before, count });
    // Also those of messages that are not shown: a page that stays open shows more than it loads again.
    const listed = await listOffersOfMessages(ctx, { conversationId, before });
    const offers = listed.map((one) => ({
      ...one,
      keys: {
        accept: createFormKey(ctx),
        decline: createFormKey(ctx),
        withdraw: createFormKey(ctx),
      },
    }));
    const asked = accept && offers.some(({ offer }) => offer.id === accept) ? accept : null;
    return { ...conversation, me, messages, offers, asked, shown, formId: createFormKey(ctx) };
  });
}

/** Redirects a reader who is not a friend of the other player to their own profile. */
async function redirectStrangers<T>(conversation: Promise<T>): Promise<T> {
  try {
    return await conversation;
  } catch (error) {
    const redirectedCodes = ['not-friends', 'guest-not-allowed'];
    if (isAppError(error) && redirectedCodes.includes(error.code)) throw redirect('/profile');
    throw error;
  }
}

export const headers = formHeaders;

/**
 * Answers a trade offer, or sends a message of a page without scripts; with scripts messages go through the
 * socket.
 */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'message-failed', async (ctx, form) => {
    const { username, friendName } = args.params;
    const me = requireActor(ctx).username;
    if (username.toLowerCase() !== me.toLowerCase()) throw redirect('/profile');
    if (form.has('offerId')) {
      await answerOffer(ctx, form);
      const { shown } = parseInput(conversationQuery, new URL(args.request.url).searchParams);
      throw redirect(shownPath(chatPath(me, friendName), shown));
    }
    const { conversationId, friend } = await redirectStrangers(getConversation(ctx, friendName));
    const { from, number, ...message } = parseInput(sendMessageInput, form);
    if (number !== undefined) await markMessagesRead(ctx, { conversationId, from, number });
    await sendMessage(ctx, { conversationId, ...message, readsBefore: false });
    throw redirect(chatPath(me, friend.username));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  // With scripts only the forms of trade offers are sent.
  return submitToServer(args, 'trade-failed');
}

// After an error the page shows which cards are gone, or that the offer was closed.
export const shouldRevalidate = revalidateUnlessServerError;

/** The path of the conversation with as many messages as are shown, and with the question about an offer. */
function shownPath(path: string, shown: number, accept?: string): string {
  const query = new URLSearchParams();
  if (shown !== chatConstants.shownFirst) query.set('shown', String(shown));
  if (accept) query.set('accept', accept);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The conversation of two friends. */
export default function Chat({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { me, friend, conversationId, messages, lastNumber, shown, formId, suspended } = loaderData;
  const { read, skipped, asked, refusesMessages } = loaderData;
  const closed = suspended
    ? 'This account is suspended.'
    : refusesMessages
      ? `${friend.username} accepts no messages at the moment.`
      : null;
  const marks = useMemo(() => ({ read, skipped }), [read, skipped]);
  const { revalidate } = useRevalidator();
  useFriendListRefresh();
  useLiveRefresh('trades');
  const older = useFetcher<typeof loader>();
  const failure = useFormError(actionData);
  const path = chatPath(me, friend.username);
  const offers = [...loaderData.offers, ...(older.data?.offers ?? [])];
  const inQuestion = offers.find(
    ({ offer }) => offer.id === asked && offer.state === 'open' && !offer.isOwn,
  );
  // A rejected message has its id; everything else was an answer to an offer.
  const isOfMessage = failure?.typed.id !== undefined;
  const offerFailure =
    failure && !isOfMessage
      ? (failure.fields.key ?? failure.fields.offerId ?? failure.message)
      : null;
  const reload = useCallback(() => void revalidate(), [revalidate]);
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
            <PresenceStatus status={friend.status} className="text-sm" />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <TradeLink username={friend.username} inChat />
          <ButtonLink to={friendsPath(me)} variant="quiet" size="sm">
            Back to Friend List
          </ButtonLink>
        </div>
      </header>
      <AcceptQuestion
        asked={inQuestion}
        action={shownPath(path, shown, asked ?? undefined)}
        closePath={shownPath(path, shown)}
        failure={offerFailure}
      />
      {offerFailure !== null && !inQuestion && (
        <Alert tone="failure" className="mb-4">
          {offerFailure}
        </Alert>
      )}
      <ChatPanel
        key={conversationId}
        me={me}
        friend={friend.username}
        messages={messages}
        offers={offers}
        path={shownPath(path, shown)}
        acceptPath={(offerId) => shownPath(path, shown, offerId)}
        lastNumber={lastNumber}
        marks={marks}
        older={older.data?.messages ?? null}
        isLoadingOlder={older.state !== 'idle'}
        onShowMore={(before) => void older.load(`${path}?before=${before}`)}
        morePath={`?shown=${shown + chatConstants.shownMore}`}
        formId={formId}
        closed={closed}
        failure={
          failure && isOfMessage
            ? { message: failure.fields.text ?? failure.message, typed: failure.typed.text ?? '' }
            : null
        }
        onEnded={reload}
      />
    </Page>
  );
}
