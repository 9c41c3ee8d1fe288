import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test } from 'vitest';
import { PageFrame } from '#web/features/shell/components/page-frame.tsx';
import { ErrorBoundary } from '#web/root.tsx';
import { NetworkError } from '../connection/network-errors.ts';
import type { RootData } from '../root-data.ts';

const frame: RootData = {
  site: {
    name: 'Guildhall',
    tagline: 'Games',
    origin: 'http://localhost:3000',
    shareImage: null,
    logo: null,
    icons: [],
    registration: 'open',
    accent: null,
    footerPages: [],
    footerLinks: [],
    off: {},
  },
  announcement: null,
  duty: null,
  viewer: {
    username: 'ada',
    name: 'Ada',
    profilePic: 'profile1.webp',
    role: 'player',
    rights: [],
    balance: 1234_50,
    marketView: 'items',
    appearance: null,
  },
  year: 2026,
  unread: null,
  dailyReward: null,
  hasCatalogProvider: false,
  requestId: 'request-1',
};

/** Renders the page that a reader sees after `error`. */
function renderFailure(error: unknown, handle?: { failure: string }): string {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      ErrorBoundary: () => (
        <PageFrame>
          <ErrorBoundary error={error} params={{}} />
        </PageFrame>
      ),
      children: [{ id: 'screen', path: 'screen', Component: () => null, handle }],
    },
  ]);
  return renderToStaticMarkup(
    <Stub
      initialEntries={['/screen?page=2']}
      hydrationData={{ loaderData: { root: frame }, errors: { root: error } }}
    />,
  );
}

test('an unknown path shows an error page with a link to the shop, inside the page frame', () => {
  const html = renderFailure(new ErrorResponse(404, '', null));
  expect(html).toContain('There is no such page');
  expect(html).toContain('href="/"');
  expect(html).toContain('ada');
  expect(html).toContain('$1,234.50');
  expect(html).not.toContain('Try again');
});

test('the error page of an AppError shows its text', () => {
  const error = { code: 'game-not-found', message: 'No game info available' };
  const html = renderFailure(new ErrorResponse(404, '', { error }));
  expect(html).toMatch(/<h1[^>]*>No game info available/);
});

test('the error page of a bug shows no details, but a link to try again and the request id', () => {
  const html = renderFailure(new Error('relation "users" does not exist'));
  expect(html).toContain('Something went wrong');
  expect(html).toMatch(/href="\/screen\?page=2"[^>]*>.*Try again/);
  expect(html).toContain('request-1');
  expect(html).not.toContain('relation');
});

test('when the server is not reached, the error page shows the text of the screen and no request id', () => {
  const html = renderFailure(new NetworkError(), { failure: 'Failed to load friend requests.' });
  expect(html).toMatch(/<h1[^>]*>Failed to load friend requests\./);
  expect(html).toContain('Cannot reach the server. Check your connection.');
  expect(html).toContain('Try again');
  expect(html).not.toMatch(/our fault|500|request-1/);
});

test('when loading fails on the server, the error page shows the text of the screen', () => {
  const html = renderFailure(new Error('a bug'), { failure: 'Failed to load games.' });
  expect(html).toMatch(/<h1[^>]*>Failed to load games\./);
  expect(html).toContain('request-1');
});

test('every screen has a text for when it cannot be loaded', () => {
  const screens = import.meta.glob<{ handle?: { failure?: string } }>(
    ['../../features/*/routes/*.tsx', '!../../features/shell/routes/site-layout.tsx'],
    { eager: true },
  );
  expect(Object.keys(screens).length).toBeGreaterThan(40);
  const without = Object.entries(screens).flatMap(([file, { handle }]) =>
    handle?.failure ? [] : [file],
  );
  expect(without).toEqual([]);
});
