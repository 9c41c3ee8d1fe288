import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { GenreHints } from './genre-hints.tsx';
import { OrderLinks } from './order-links.tsx';
import { Shelf } from './shelf.tsx';

// Whether a link fetches ahead is not to be seen before a pointer is over it.
vi.mock('react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ prefetch, children }: { prefetch?: string; children: ReactNode }) => (
    <a href="#top" data-prefetch={prefetch}>
      {children}
    </a>
  ),
}));

/** When the links of an element fetch their page, each kind of answer once. */
function prefetches(element: ReactElement, gamesDatabase: boolean, address = '/?genre=indie') {
  const Stub = createRoutesStub([
    { id: 'root', path: '*', Component: () => element, loader: () => null },
  ]);
  const root = { gamesDatabase };
  const html = renderToStaticMarkup(
    <Stub initialEntries={[address]} hydrationData={{ loaderData: { root } }} />,
  );
  return [...new Set(Array.from(html.matchAll(/data-prefetch="(\w+)"/g), ([, when]) => when))];
}

const trail = [
  { name: 'Indie', path: '/?genre=indie' },
  { name: 'Here', path: '/game-info/1' },
];
const pager = <Pager page={2} pages={9} />;

test.each([
  ['orders', <OrderLinks key="orders" current="name" searched={false} />],
  ['genres', <ChipLink key="genre" to="/?genre=puzzle" />],
  ['genre hints', <GenreHints key="hints" genres={[{ slug: 'indie', total: 3, covers: [] }]} />],
  [
    'whole shelves',
    <Shelf key="shelf" title="New" all="/?order=released">
      <li />
    </Shelf>,
  ],
  ['the way back', <Breadcrumb key="trail" trail={trail} />],
  ['pages', pager],
])('%s are fetched ahead where that costs no call of a games database', (_, element) => {
  expect(prefetches(element, false)).toEqual(['intent']);
  expect(prefetches(element, true)).toEqual(['none']);
});

test.each([
  ['pages of a publisher', pager, '/publisher/7', 'none'],
  ['pages of the wallet', pager, '/profile/wallet', 'intent'],
  ['a filter of the market', <ChipLink key="chip" to="/market?rarity=epic" />, '/market', 'intent'],
  ['the shop itself', <ChipLink key="shop" to="/" />, '/market', 'intent'],
])('%s with a games database', (_, element, address, when) => {
  expect(prefetches(element, true, address)).toEqual([when]);
});
