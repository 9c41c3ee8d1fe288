import { Users } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isRouteErrorResponse, useNavigation, useParams } from 'react-router';
import { listFriends } from '#domain/friends/list-friends.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { listConstants } from '#shared/constants/lists.ts';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import { friendsQuery } from '#shared/schemas/friends.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { blockedPath, socialPath } from '#web/paths/friends.ts';
import { ProfileError } from '#web/ui/accounts/profile-error.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListControls } from '#web/ui/lists/list-controls.tsx';
import { perPageSelect } from '#web/ui/lists/list-select.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { LoadFailure } from '#web/ui/loading/load-failure.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { FriendRow } from '../components/friend-row.tsx';
import { FriendQuestion } from '../components/remove-or-block-dialog.tsx';
import { useFriendListRefresh } from '../components/use-friend-list-refresh.ts';
import type { Route } from './+types/friends';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `${loaderData.username}'s Friends` : 'Friends', matches);

export const handle = { failure: failureTexts['friends-failed'] };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const query = parseListQuery(friendsQuery, url.searchParams, actor, friendsConstants.pageSize);
    leaveOutDefaults(url, {
      q: '',
      perPage: String(query.usualPerPage),
    });
    const list = await openPage(
      url,
      listFriends(ctx, { ...query, username: args.params.username }),
      query,
    );
    return { ...list, query, me: actor.username };
  });
}

export const shouldRevalidate = revalidateUnlessServerError;

/** The friends of a player. On their own list, readers can remove friends. */
export default function Friends({ loaderData }: Route.ComponentProps) {
  const { username, own, areHidden, me, friends, total, query, pages } = loaderData;
  const busy = useNavigation().state === 'loading';
  const [askedUsername, setAskedUsername] = useState<string | null>(null);
  const [lastUsername, setLastUsername] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useFriendListRefresh();

  useEffect(() => {
    // The focused button was removed together with its row.
    if (
      total >= 0 &&
      askedUsername === null &&
      lastUsername &&
      document.activeElement === document.body
    ) {
      list.current?.focus({ preventScroll: true });
    }
  }, [total, askedUsername, lastUsername]);

  return (
    <FriendsPage username={username} own={own}>
      {(total > listConstants.perPageMin || query.q !== '') && (
        <ListControls
          label="Search friends"
          search="Search by username"
          selects={[perPageSelect(query.perPage, query.usualPerPage)]}
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
                        setAskedUsername(friend.username);
                        setLastUsername(friend.username);
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
            {areHidden ? `${username} keeps the friends private.` : 'No friends found.'}
          </EmptyState>
        )}
      </div>
      <Pager page={query.page} pages={pages} label="Pages of friends" />
      <FriendQuestion
        // The dialog shows the name until it is closed.
        username={lastUsername}
        ask={askedUsername === null ? null : 'remove'}
        onClose={() => setAskedUsername(null)}
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
    return <ProfileError title="Friends" error={error} />;
  }
  return (
    <FriendsPage username={username} own={false}>
      <LoadFailure icon={Users} error={error}>
        {failureTexts['friends-failed']}
      </LoadFailure>
    </FriendsPage>
  );
}
