import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { afterAll, expect, test, vi } from 'vitest';

// React Router renders nothing that shows a link's prefetch mode before the pointer is over it. The components
// are imported again, because tests before this one may have imported them with the original.
vi.resetModules();
vi.doMock('react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ prefetch, children }: { prefetch?: string; children: ReactNode }) => (
    <a href="#top" data-prefetch={prefetch}>
      {children}
    </a>
  ),
}));
const { Breadcrumb } = await import('#web/ui/breadcrumb.tsx');
const { ChipLink } = await import('#web/ui/chip.tsx');
const { Pager } = await import('#web/ui/lists/pager.tsx');
const { GameOrderLinks } = await import('./game-order-links.tsx');
const { GameShelf } = await import('./game-shelf.tsx');
const { GenreShelf } = await import('./genre-shelf.tsx');

afterAll(() => {
  vi.doUnmock('react-router');
  vi.resetModules();
});

/** The distinct prefetch modes of the links in an element. */
function prefetchModes(element: ReactElement, hasCatalogProvider: boolean, path = '/?genre=indie') {
  const Stub = createRoutesStub([
    { id: 'root', path: '*', Component: () => element, loader: () => null },
  ]);
  const root = { hasCatalogProvider };
  const html = renderToStaticMarkup(
    <Stub initialEntries={[path]} hydrationData={{ loaderData: { root } }} />,
  );
  return [...new Set(Array.from(html.matchAll(/data-prefetch="(\w+)"/g), ([, mode]) => mode))];
}

const trail = [
  { name: 'Indie', path: '/?genre=indie' },
  { name: 'Here', path: '/game-info/1' },
];
const pager = <Pager page={2} pages={9} />;

test.each([
  ['order links', <GameOrderLinks key="orders" current="name" searched={false} />],
  ['genre chips', <ChipLink key="genre" to="/?genre=puzzle" />],
  [
    'genre shelf links',
    <GenreShelf
      key="genres"
      title="Genres"
      genres={[{ slug: 'indie', name: 'Indie', total: 3, covers: [] }]}
    />,
  ],
  [
    'links to whole lists',
    <GameShelf key="shelf" title="New" allPath="/?order=released">
      <li />
    </GameShelf>,
  ],
  ['breadcrumbs', <Breadcrumb key="trail" trail={trail} />],
  ['pager links', pager],
])('%s are prefetched unless a page may call the catalog provider', (_, element) => {
  expect(prefetchModes(element, false)).toEqual(['intent']);
  expect(prefetchModes(element, true)).toEqual(['none']);
});

test.each([
  ['pager links of a publisher', pager, '/publisher/7', 'none'],
  ['pager links of the wallet', pager, '/profile/wallet', 'intent'],
  [
    'filter links of the market',
    <ChipLink key="chip" to="/market?rarity=epic" />,
    '/market',
    'intent',
  ],
  ['links to the shop', <ChipLink key="shop" to="/" />, '/market', 'intent'],
])('with a catalog provider, %s have the expected prefetch mode', (_, element, path, when) => {
  expect(prefetchModes(element, true, path)).toEqual([when]);
});
