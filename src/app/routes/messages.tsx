import { MessageCircle } from 'lucide-react';
import { loadGuarded, parse } from '#app/door.ts';
import { screenHead } from '#app/page-head.ts';
import { pagePath, tidyPath } from '#app/page-path.ts';
import { redirect } from '#app/redirect.ts';
import { listConversations } from '#domain/chat/list-conversations.ts';
import { messagesQuery } from '#shared/inputs/conversation.ts';
import { chat } from '#shared/limits.ts';
import { ButtonLink } from '../components/button.tsx';
import { ConversationRow } from '../components/chat/conversation-row.tsx';
import { useFreshConversations } from '../components/chat/use-fresh-conversations.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { friendsPath } from '../components/friends/friend-address.ts';
import { useFreshList } from '../components/friends/use-fresh-list.ts';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { PerPage } from '../components/per-page.tsx';
import type { Route } from './+types/messages';

export const meta: Route.MetaFunction = () => screenHead('Messages');

export const handle = { failure: 'Failed to load messages.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, actor, url) => {
    const query = parse(messagesQuery, url.searchParams);
    const tidy = tidyPath(url, { perPage: String(chat.pageSize) });
    if (tidy !== null) throw redirect(tidy);
    const list = await listConversations(ctx, query);
    if (list.page > list.pages) throw redirect(pagePath(url, list.pages));
    return { ...list, perPage: query.perPage, me: actor.username, now: ctx.clock.now() };
  });
}

/** With whom the reader has talked, the latest first. */
export default function Messages({ loaderData }: Route.ComponentProps) {
  const { me, conversations, page, pages, perPage, now } = loaderData;
  useFreshConversations();
  useFreshList();
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
          <PerPage value={perPage} usual={chat.pageSize} />
        </>
      )}
      <Pager page={page} pages={pages} label="Pages of messages" />
    </Page>
  );
}
