import { MessagesSquare, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, useNavigation } from 'react-router';
import { getNamedGame } from '#domain/catalogue/get-named-game.ts';
import { listDiscussions } from '#domain/discussions/list-discussions.ts';
import { discussionsQuery, joinTags } from '#shared/inputs/discussions.ts';
import { discussion as limits } from '#shared/limits.ts';
import { refusals } from '#shared/refusals.ts';
import { ButtonLink } from '../components/button.tsx';
import {
  createPath,
  discussionsPath,
  discussionsRoot,
  isTidy,
} from '../components/discussions/discussion-address.ts';
import {
  DiscussionsCaption,
  discussionsHeading,
  isFiltered,
} from '../components/discussions/discussion-caption.tsx';
import {
  DiscussionOrderLinks,
  GameFilter,
  TagFilter,
} from '../components/discussions/discussion-filters.tsx';
import { DiscussionRow } from '../components/discussions/discussion-row.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Loading } from '../components/loading.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { PerPage } from '../components/per-page.tsx';
import { SearchField } from '../components/search-field.tsx';
import { useViewer } from '../components/viewer.ts';
import { load, parse } from '../door.ts';
import { pageHead } from '../page-head.ts';
import { rereadUnlessFailed } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/discussions.ts';

export const handle = { failure: refusals['discussions-failed'].text };

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const asked = parse(discussionsQuery, joinTags(new URLSearchParams(url.searchParams), 'genre'));
    const game = asked.game === null ? null : await getNamedGame(ctx, asked.game);
    // A game that is not there counts as left out.
    const meant = { ...asked, game: game?.id ?? null };
    const { discussions, total, more, pages } = await listDiscussions(ctx, meant);
    const query = { ...meant, page: Math.min(asked.page, pages) };
    if (!isTidy(url.searchParams, query)) throw redirect(discussionsPath(query));
    return { query, game, discussions, total, more, pages, now: ctx.clock.now() };
  });
}

export const shouldRevalidate = rereadUnlessFailed;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { query, game, discussions } = loaderData;
  const titles = discussions.map(({ title }) => title).slice(0, 3);
  const heading = discussionsHeading({ query, game });
  const filtered = isFiltered(query);
  return pageHead(matches, {
    title: filtered ? heading : 'Discussions',
    page: query.page,
    description: `${filtered ? heading : 'What players discuss'} at Guildhall${titles.length > 0 ? `: ${titles.join(', ')}` : ''}.`,
    path: discussionsPath(query),
    // What somebody searched, or put in another order, is no page to be found.
    index:
      !query.q &&
      query.genre.length + (game ? 1 : 0) < 2 &&
      query.order === 'newest' &&
      query.perPage === limits.pageSize &&
      discussions.length > 0,
  });
};

/** The list of discussions (spec 2). */
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
            <PerPage value={query.perPage} usual={limits.pageSize} />
          </>
        ) : (
          <Nothing filtered={isFiltered(query)} />
        )}
        <Pager
          page={query.page}
          pages={pages}
          window={limits.pageWindow}
          label="Pages of discussions"
        />
      </section>
    </DiscussionsPage>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  const viewer = useViewer();
  return (
    <EmptyState
      icon={MessagesSquare}
      action={
        filtered ? (
          <ButtonLink to={discussionsRoot}>See all discussions</ButtonLink>
        ) : (
          <ButtonLink to={viewer ? createPath : '/register'}>
            {viewer ? 'Begin the first one' : 'Register to begin one'}
          </ButtonLink>
        )
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
        lead="Ask, tell, and find out what others think."
        actions={
          viewer && (
            <ButtonLink to={createPath}>
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
        maxLength={limits.searchMax}
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
        {refusals['discussions-failed'].text}
      </LoadFailure>
    </DiscussionsPage>
  );
}
