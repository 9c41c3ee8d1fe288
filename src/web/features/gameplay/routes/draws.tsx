import { Layers } from 'lucide-react';
import { listDraws } from '#domain/gameplay/list-draws.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { drawsQuery } from '#shared/schemas/gameplay.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ExportLink } from '#web/ui/lists/export-link.tsx';
import { ListControls } from '#web/ui/lists/list-controls.tsx';
import { perPageSelect } from '#web/ui/lists/list-select.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DrawTable } from '../components/draw-table.tsx';
import type { Route } from './+types/draws';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Drop log', matches);

export const handle = { failure: 'Failed to load the drop log.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const {
      game: gameId,
      page,
      ...counts
    } = parseListQuery(drawsQuery, url.searchParams, actor, gameplayConstants.drawsPerPage);
    const { perPage, usualPerPage } = counts;
    leaveOutDefaults(url, {
      game: '',
      perPage: String(usualPerPage),
    });
    const log = await openPage(url, listDraws(ctx, { gameId, page, perPage }));
    return { ...log, gameId, ...counts };
  });
}

/** The actor's drawn cards with the odds that they had. */
export default function Draws({ loaderData }: Route.ComponentProps) {
  const { draws, played, gameId, page, pages, perPage, usualPerPage } = loaderData;
  const game = gameId === null ? '' : String(gameId);
  return (
    <Page>
      <PageHeader
        title="Drop log"
        intro="Every card that you drew, and how likely it was at that moment."
        back={{ to: '/profile', label: 'Back to profile' }}
        actions={
          draws.length > 0 && <ExportLink to={`/profile/draws.csv${game && `?game=${game}`}`} />
        }
      />
      {played.length > 0 && (
        <ListControls
          label="Filter the drop log"
          selects={[
            {
              name: 'game',
              value: game,
              defaultValue: '',
              label: 'Game',
              options: [
                { value: '', label: 'All games' },
                ...played.map(({ id, name }) => ({ value: String(id), label: name })),
              ],
            },
            perPageSelect(perPage, usualPerPage),
          ]}
          className="mb-8"
        />
      )}
      {draws.length === 0 ? (
        <EmptyState icon={Layers} action={<ButtonLink to="/library">Open your library</ButtonLink>}>
          No cards drawn yet.
        </EmptyState>
      ) : (
        <DrawTable draws={draws} />
      )}
      <Pager page={page} pages={pages} label="Pages of the drop log" />
    </Page>
  );
}
