import { Users } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isRouteErrorResponse, useNavigation, useParams } from 'react-router';
import { loadGuarded, parse } from '#app/door.ts';
import { screenHead } from '#app/page-head.ts';
import { pagePath, tidyPath } from '#app/page-path.ts';
import { rereadUnlessFailed } from '#app/reach-server.ts';
import { redirect } from '#app/redirect.ts';
import { listFriends } from '#domain/friends/list-friends.ts';
import { friendsQuery } from '#shared/inputs/friends.ts';
import { friends as limits, list as listLimits } from '#shared/limits.ts';
import { refusals } from '#shared/refusals.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { blockedPath, socialPath } from '../components/friends/friend-address.ts';
import { FriendQuestion } from '../components/friends/friend-question.tsx';
import { FriendRow } from '../components/friends/friend-row.tsx';
import { useFreshList } from '../components/friends/use-fresh-list.ts';
import { ListControls } from '../components/list-controls.tsx';
import { perPageSelect } from '../components/list-select.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Loading } from '../components/loading.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { ProfileFailure } from '../components/profile/profile-failure.tsx';
import type { Route } from './+types/friends';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  screenHead(loaderData ? `${loaderData.username}'s Friends` : 'Friends');

export const handle = { failure: refusals['friends-failed'].text };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, actor, url) => {
    const query = parse(friendsQuery, url.searchParams);
    const tidy = tidyPath(url, { q: '', perPage: String(limits.pageSize) });
    if (tidy !== null) throw redirect(tidy);
    const list = await listFriends(ctx, { ...query, username: args.params.username });
    if (query.page > list.pages) throw redirect(pagePath(url, list.pages));
    return { ...list, query, me: actor.username };
  });
}

export const shouldRevalidate = rereadUnlessFailed;

/** Somebody's friends (spec 2); one's own can be removed. */
export default function Friends({ loaderData }: Route.ComponentProps) {
  const { username, own, me, friends, total, query, pages } = loaderData;
  const busy = useNavigation().state === 'loading';
  const [asked, setAsked] = useState<string | null>(null);
  const [last, setLast] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useFreshList();

  useEffect(() => {
    // What had the focus went with its row.
    if (total >= 0 && asked === null && last && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
  }, [total, asked, last]);

  return (
    <FriendsPage username={username} own={own}>
      {(total > listLimits.perPageMin || query.q !== '') && (
        <ListControls
          label="Search friends"
          search="Search by username"
          selects={[perPageSelect(query.perPage, limits.pageSize)]}
          className="mb-6"
        />
      )}
      <div ref={list} tabIndex={-1} aria-busy={busy || undefined} className="outline-none">
        {busy && <Loading />}
        {friends.length > 0 ? (
          <ul className="grid gap-3">
            {friends.map((friend) => (
              <FriendRow
                key={friend.username}
                friend={friend}
                me={me}
                onRemove={
                  own
                    ? () => {
                        setAsked(friend.username);
                        setLast(friend.username);
                      }
                    : undefined
                }
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={Users}
            action={own && <ButtonLink to={socialPath}>Find people</ButtonLink>}
          >
            No friends found.
          </EmptyState>
        )}
      </div>
      <Pager page={query.page} pages={pages} label="Pages of friends" />
      <FriendQuestion
        // The name stays while the dialog closes.
        username={last}
        ask={asked === null ? null : 'remove'}
        onClose={() => setAsked(null)}
      />
    </FriendsPage>
  );
}

interface FriendsPageProps {
  username: string;
  own: boolean;
  children: ReactNode;
}

function FriendsPage({ username, own, children }: FriendsPageProps) {
  return (
    <Page width="prose">
      <PageHeader
        title={`${username}'s Friends`}
        actions={
          <>
            <ButtonLink to={own ? '/profile' : `/profile/${username}`} variant="quiet">
              ← Back to Profile
            </ButtonLink>
            {own && (
              <ButtonLink to={blockedPath} variant="ghost">
                Blocked
              </ButtonLink>
            )}
          </>
        }
      />
      {children}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { username = '' } = useParams();
  if (isRouteErrorResponse(error) && error.status < 500) {
    return <ProfileFailure title="Friends" error={error} />;
  }
  return (
    <FriendsPage username={username} own={false}>
      <LoadFailure icon={Users} error={error}>
        {refusals['friends-failed'].text}
      </LoadFailure>
    </FriendsPage>
  );
}
