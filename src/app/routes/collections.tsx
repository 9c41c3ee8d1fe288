import { Layers } from 'lucide-react';
import { useNavigation } from 'react-router';
import { listCollections } from '#domain/market/collection.ts';
import { collectionsQuery } from '#shared/inputs/collection.ts';
import { shop } from '#shared/limits.ts';
import { ButtonLink } from '../components/button.tsx';
import { CollectionGrid } from '../components/collection/collection-grid.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Loading } from '../components/loading.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { loadGuarded, parse } from '../door.ts';
import { screenHead } from '../page-head.ts';
import { pagePath } from '../page-path.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/collections.ts';

export const meta: Route.MetaFunction = () => screenHead('Your collection');

export const handle = { failure: 'Failed to load the collection.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, _actor, url) => {
    const { page } = parse(collectionsQuery, url.searchParams);
    const collections = await listCollections(ctx, { page, perPage: shop.pageSize });
    if (page > collections.pages) throw redirect(pagePath(url, collections.pages));
    return { ...collections, page };
  });
}

/** The card sets of all owned games, and how far each is. */
export default function Collections({ loaderData }: Route.ComponentProps) {
  const { games, owned, page, pages } = loaderData;
  const leaving = useNavigation().state === 'loading';
  return (
    <Page>
      <PageHeader
        title="Collection"
        lead="The card sets of your games, and what completing them costs on the market."
        back={{ to: '/library', label: 'Back to the library' }}
      />
      {leaving && <Loading />}
      {owned > 0 ? (
        <CollectionGrid games={games} />
      ) : (
        <EmptyState icon={Layers} action={<ButtonLink to="/">Browse the shop</ButtonLink>}>
          You do not own any games yet.
        </EmptyState>
      )}
      <Pager page={page} pages={pages} label="Pages of the collection" />
    </Page>
  );
}
