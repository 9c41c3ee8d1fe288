import { MessageCircle } from 'lucide-react';
import { listConversations } from '#domain/chat/list-conversations.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import { messagesQuery } from '#shared/schemas/chat-page.ts';
import { useFriendListRefresh } from '#web/features/friends/public.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { friendsPath } from '#web/paths/friends.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ConversationRow } from '../components/conversation-row.tsx';
import { useConversationListRefresh } from '../components/use-conversation-list-refresh.ts';
import type { Route } from './+types/messages';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Messages', matches);

export const handle = { failure: 'Failed to load messages.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const query = parseListQuery(messagesQuery, url.searchParams, actor, chatConstants.pageSize);
    leaveOutDefaults(url, { perPage: String(query.usualPerPage) });
    const list = await openPage(url, listConversations(ctx, query));
    const { perPage, usualPerPage } = query;
    return { ...list, perPage, usualPerPage, me: actor.username, now: getPageTime(ctx) };
  });
}

/** The reader's conversations, the latest first. */
export default function Messages({ loaderData }: Route.ComponentProps) {
  const { me, conversations, page, pages, perPage, usualPerPage, now } = loaderData;
  useConversationListRefresh();
  useFriendListRefresh();
  return (
    <Page width="prose">
      <PageHeader
        title="Messages"
        actions={
          <ButtonLink to={friendsPath(me)} variant="quiet">
            Friends
          </ButtonLink>
        }
      />
      {conversations.length === 0 ? (
        <EmptyState
          icon={MessageCircle}
          action={<ButtonLink to={friendsPath(me)}>Choose a friend to talk to</ButtonLink>}
        >
          No messages yet.
        </EmptyState>
      ) : (
        <>
          <ul className="grid gap-3">
            {conversations.map((conversation) => (
              <ConversationRow
                key={conversation.conversationId}
                me={me}
                conversation={conversation}
                now={now}
              />
            ))}
          </ul>
          <PerPage value={perPage} defaultValue={usualPerPage} />
        </>
      )}
      <Pager page={page} pages={pages} label="Pages of messages" />
    </Page>
  );
}
