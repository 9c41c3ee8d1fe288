import { MessagesSquare, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, useNavigation } from 'react-router';
import { findGameSummary } from '#domain/catalog/games/find-game-summary.ts';
import { listDiscussions } from '#domain/discussions/lists/list-discussions.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import { discussionsQuery, joinTags } from '#shared/schemas/discussions.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { getSiteName, pageHead } from '#web/lib/seo/page-head.ts';
import {
  createDiscussionPath,
  discussionsPath,
  discussionsRoot,
  hasCanonicalQuery,
} from '#web/paths/discussions.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { LoadFailure } from '#web/ui/loading/load-failure.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import {
  DiscussionsCaption,
  discussionsHeading,
  isFiltered,
} from '../components/discussion-caption.tsx';
import { DiscussionOrderLinks, GameFilter, TagFilter } from '../components/discussion-filters.tsx';
import { DiscussionRow } from '../components/discussion-row.tsx';
import type { Route } from './+types/discussions.ts';

export const handle = { failure: failureTexts['discussions-failed'] };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const requested = parseListQuery(
      discussionsQuery,
      joinTags(new URLSearchParams(url.searchParams), 'genre'),
      ctx.actor,
      discussionConstants.pageSize,
    );
    const game = requested.game === null ? null : await findGameSummary(ctx, requested.game);
    // An unknown game is ignored.
    const filters = { ...requested, game: game?.id ?? null };
    const { discussions, total, more, pages } = await listDiscussions(ctx, filters);
    const query = { ...filters, page: Math.min(requested.page, pages) };
    if (!hasCanonicalQuery(url.searchParams, query)) throw redirect(discussionsPath(query));
    return { query, game, discussions, total, more, pages, now: getPageTime(ctx) };
  });
}

export const shouldRevalidate = revalidateUnlessServerError;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { query, game, discussions } = loaderData;
  const titles = discussions.map(({ title }) => title).slice(0, 3);
  const heading = discussionsHeading({ query, game });
  const filtered = isFiltered(query);
  return pageHead(matches, {
    title: filtered ? heading : 'Discussions',
    page: query.page,
    description: `${filtered ? heading : 'What players discuss'} at ${getSiteName(matches)}${titles.length > 0 ? `: ${titles.join(', ')}` : ''}.`,
    path: discussionsPath(query),
    // Search engines may not list searches, several filters at once and other orders.
    index:
      !query.q &&
      query.genre.length + (game ? 1 : 0) < 2 &&
      query.order === 'newest' &&
      query.perPage === discussionConstants.pageSize &&
      discussions.length > 0,
  });
};

/** The list of discussions. */
export default function Discussions({ loaderData }: Route.ComponentProps) {
  const { query, game, discussions, total, more, pages, now } = loaderData;
  const busy = useNavigation().state === 'loading';
  return (
    <DiscussionsPage>
      <section aria-labelledby="list-title" aria-busy={busy || undefined}>
        <div className="mb-5 grid gap-4">
          <TagFilter query={query} />
          {game && <GameFilter query={query} game={game} />}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <DiscussionsCaption query={query} game={game} total={total} more={more} />
            {total > 1 && <DiscussionOrderLinks query={query} />}
          </div>
        </div>
        {busy && <Loading />}
        {discussions.length > 0 ? (
          <>
            <ul className="grid gap-3">
              {discussions.map((discussion) => (
                <li key={discussion.id}>
                  <DiscussionRow discussion={discussion} now={now} />
                </li>
              ))}
            </ul>
            <PerPage value={query.perPage} defaultValue={query.usualPerPage} />
          </>
        ) : (
          <EmptyList filtered={isFiltered(query)} />
        )}
        <Pager
          page={query.page}
          pages={pages}
          window={discussionConstants.pageWindow}
          label="Pages of discussions"
        />
      </section>
    </DiscussionsPage>
  );
}

function BeginLink() {
  if (useViewer()) return <ButtonLink to={createDiscussionPath}>Begin the first one</ButtonLink>;
  return <RegisterButton>Register to begin one</RegisterButton>;
}

function EmptyList({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      icon={MessagesSquare}
      action={
        filtered ? <ButtonLink to={discussionsRoot}>See all discussions</ButtonLink> : <BeginLink />
      }
    >
      {filtered ? 'No discussions found.' : 'No discussions yet.'}
    </EmptyState>
  );
}

function DiscussionsPage({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  return (
    <Page>
      <PageHeader
        title="Discussions"
        intro="Ask, tell, and find out what others think."
        actions={
          viewer && (
            <ButtonLink to={createDiscussionPath}>
              <PenLine aria-hidden />
              Create Discussion
            </ButtonLink>
          )
        }
      />
      <SearchField
        name="q"
        label="Search discussions"
        placeholder="Search title..."
        maxLength={discussionConstants.searchMax}
        className="mb-5 max-w-prose"
      />
      {children}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status < 500) throw error;
  return (
    <DiscussionsPage>
      <LoadFailure icon={MessagesSquare} error={error}>
        {failureTexts['discussions-failed']}
      </LoadFailure>
    </DiscussionsPage>
  );
}
