import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { GameOrderLinks } from './game-order-links.tsx';
import { GameShelf } from './game-shelf.tsx';
import { GenreShelf } from './genre-shelf.tsx';

// React Router renders nothing that shows a link's prefetch mode before the pointer is over it.
vi.mock('react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ prefetch, children }: { prefetch?: string; children: ReactNode }) => (
    <a href="#top" data-prefetch={prefetch}>
      {children}
    </a>
  ),
}));

/** The distinct prefetch modes of the links in an element. */
function prefetchModes(
  element: ReactElement,
  hasCatalogProvider: boolean,
  address = '/?genre=indie',
) {
  const Stub = createRoutesStub([
    { id: 'root', path: '*', Component: () => element, loader: () => null },
  ]);
  const root = { hasCatalogProvider };
  const html = renderToStaticMarkup(
    <Stub initialEntries={[address]} hydrationData={{ loaderData: { root } }} />,
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
    <GenreShelf key="genres" genres={[{ slug: 'indie', total: 3, covers: [] }]} />,
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
])('with a catalog provider, %s have the expected prefetch mode', (_, element, address, when) => {
  expect(prefetchModes(element, true, address)).toEqual([when]);
});
