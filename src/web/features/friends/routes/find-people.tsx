import { Users, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, useNavigation } from 'react-router';
import { searchUsers } from '#domain/friends/search-users.ts';
import { userSearchConstants } from '#shared/constants/friends.ts';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import { socialQuery } from '#shared/schemas/friends.ts';
import type { Relation } from '#shared/types/relation.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { getSiteName, pageHead } from '#web/lib/seo/page-head.ts';
import { friendsPath, socialPath } from '#web/paths/friends.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { LoadFailure } from '#web/ui/loading/load-failure.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';
import { FriendButton, hasFriendButton } from '../components/friend-button.tsx';
import { PersonRow } from '../components/person-row.tsx';
import type { Route } from './+types/find-people';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageHead(matches, {
    title: loaderData?.q ? `${loaderData.q} · Social` : 'Social',
    page: loaderData?.page,
    description: `Who plays at ${getSiteName(matches)}: find people by their username, and make friends.`,
    path: socialPath,
    // It names players, and most of them do not let search engines list them.
    index: false,
  });

export const handle = { failure: failureTexts['users-failed'] };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const query = parseListQuery(
      socialQuery,
      url.searchParams,
      ctx.actor,
      userSearchConstants.pageSize,
    );
    leaveOutDefaults(url, {
      perPage: String(query.usualPerPage),
    });
    const result = await openPage(url, searchUsers(ctx, query), query);
    return { ...query, ...result };
  });
}

export const shouldRevalidate = revalidateUnlessServerError;

/** The page Social: lists the players who were seen last, or searches accounts by their username. */
export default function Social({ loaderData }: Route.ComponentProps) {
  const { q, people, total, page, pages, perPage, usualPerPage, matchesWordStartsOnly } =
    loaderData;
  const viewer = useViewer();
  const numbers = useNumbers();
  const isLoading = useNavigation().state === 'loading';
  useLiveRefresh('friends');
  return (
    <SocialLayout>
      {viewer?.role === 'guest' && (
        <Alert
          className="mb-6"
          action={<RegisterButton size="sm">Register account</RegisterButton>}
        >
          Guests cannot add friends. Register to keep your games and cards.
        </Alert>
      )}
      <section aria-labelledby="people-title" aria-busy={isLoading || undefined}>
        <h2 id="people-title" className={q && total === 0 ? 'sr-only' : 'mb-5 text-xl'}>
          {!q && 'Who was here last'}
          {q && total === 0 && 'Search results'}
          {q && total > 0 && (
            <>
              {formatUserCount(total, numbers)} for “<span className="wrap-anywhere">{q}</span>”
            </>
          )}
        </h2>
        {isLoading && <Loading />}
        {matchesWordStartsOnly && (
          <p className="-mt-3 mb-5 text-muted">
            So many people are here that a short search finds only beginnings of words. Three
            letters or digits find more.
          </p>
        )}
        {people.length > 0 ? (
          <>
            <ul className="grid gap-3 lg:grid-cols-2">
              {people.map((person) => (
                <PersonRow
                  key={person.username}
                  person={person}
                  note={getRelationNote(person.relation)}
                >
                  {hasFriendButton(person.relation) && (
                    <FriendButton username={person.username} relation={person.relation} size="sm" />
                  )}
                </PersonRow>
              ))}
            </ul>
            <PerPage value={perPage} defaultValue={usualPerPage} />
          </>
        ) : (
          <EmptyState
            icon={Users}
            action={q && <ButtonLink to={socialPath}>See who is here</ButtonLink>}
          >
            {q ? `No users found for "${q}"` : 'Nobody has registered yet.'}
          </EmptyState>
        )}
        <Pager page={page} pages={pages} label="Pages of users" />
      </section>
    </SocialLayout>
  );
}

function formatUserCount(total: number, { formatInteger }: Numbers): string {
  if (total > userSearchConstants.countMax) return 'Very many users';
  return total === 1 ? '1 user' : `${formatInteger(total)} users`;
}

function getRelationNote({ state, blocked }: Relation): string | undefined {
  if (state === 'self') return 'You';
  return blocked ? 'Blocked' : undefined;
}

/** The heading and the search field. They are shown also if the list cannot be loaded. */
function SocialLayout({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  return (
    <Page>
      <PageHeader
        title="Social"
        intro="Find people by their username, and make friends."
        actions={
          viewer && (
            <>
              <ButtonLink to="/groups" variant="quiet">
                <UsersRound aria-hidden />
                Groups
              </ButtonLink>
              <ButtonLink to={friendsPath(viewer.username)} variant="quiet">
                <Users aria-hidden />
                Your friends
              </ButtonLink>
            </>
          )
        }
      />
      <SearchField
        name="q"
        label="Search users"
        placeholder="Search by username"
        maxLength={userSearchConstants.searchMax}
        className="mb-8 max-w-prose"
      />
      {children}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // The boundary of the layout route shows errors such as 404.
  if (isRouteErrorResponse(error) && error.status < 500) throw error;
  return (
    <SocialLayout>
      <LoadFailure icon={Users} error={error}>
        {failureTexts['users-failed']}
      </LoadFailure>
    </SocialLayout>
  );
}
