import { Layers, SearchX } from 'lucide-react';
import { useNavigation } from 'react-router';
import { listCollections } from '#domain/collections/list-collections.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import {
  type CollectionFilter,
  collectionFilters,
  collectionOrders,
} from '#shared/constants/collections.ts';
import { collectionsQuery } from '#shared/schemas/collections.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { usePartsOff } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListControls } from '#web/ui/lists/list-controls.tsx';
import { perPageSelect } from '#web/ui/lists/list-select.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { CollectionGrid } from '../components/collection-grid.tsx';
import { buildCollectionSelect, buildFilterSelect } from '../components/collection-select.ts';
import type { Route } from './+types/collections.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Your collection', matches);

export const handle = { failure: 'Failed to load the collection.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const query = parseListQuery(collectionsQuery, url.searchParams, actor, shopConstants.pageSize);
    leaveOutDefaults(url, {
      q: '',
      order: collectionOrders[0],
      show: collectionFilters[0],
      perPage: String(query.usualPerPage),
    });
    const collections = await openPage(
      url,
      listCollections(ctx, { ...query, filter: query.show }),
      query,
    );
    return { ...collections, query };
  });
}

const noneTexts: Record<CollectionFilter, string> = {
  all: 'No games found.',
  complete: 'No set is complete yet.',
  nearly: 'No set is nearly complete.',
};

/** The card sets of the reader's games with their progress. */
export default function Collections({ loaderData }: Route.ComponentProps) {
  const { games, owned, found, query, pages } = loaderData;
  const navigating = useNavigation().state === 'loading';
  const isMarketOn = !usePartsOff().market;
  return (
    <Page>
      <PageHeader
        title="Collection"
        intro={
          isMarketOn
            ? 'The card sets of your games, and what completing them costs on the market.'
            : 'The card sets of your games.'
        }
        back={{ to: '/library', label: 'Back to the library' }}
        actions={
          <ButtonLink to="/community/leaderboards" variant="quiet">
            Leaderboards
          </ButtonLink>
        }
      />
      {navigating && <Loading />}
      {owned > 0 && (
        <ListControls
          label="Search the collection"
          search="Search your games"
          selects={[
            buildFilterSelect(query.show),
            buildCollectionSelect(query.order),
            perPageSelect(query.perPage, query.usualPerPage),
          ]}
          className="mb-8"
        />
      )}
      {found > 0 ? (
        <CollectionGrid games={games} />
      ) : owned > 0 ? (
        <EmptyState icon={SearchX} action={<ButtonLink to="?">Show all games</ButtonLink>}>
          {query.q ? `No games found for “${query.q}”.` : noneTexts[query.show]}
        </EmptyState>
      ) : (
        <EmptyState icon={Layers} action={<ButtonLink to="/">Browse the shop</ButtonLink>}>
          You do not own any games yet.
        </EmptyState>
      )}
      <Pager page={query.page} pages={pages} label="Pages of the collection" />
    </Page>
  );
}
