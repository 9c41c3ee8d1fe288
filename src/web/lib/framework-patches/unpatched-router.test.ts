import {
  UNSAFE_getTurboStreamSingleFetchDataStrategy as createDataStrategy,
  createMemoryRouter,
  type DataRouter,
  type MiddlewareFunction,
} from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
// @ts-expect-error The package has no types for this file and does not export it.
import { loadRouteModule as loadUnpatched } from '../../../../node_modules/react-router/dist/production/lib/dom/ssr/routeModules.js';
import { leaveErrorPages } from './leave-error-page.ts';
import { limitRequestSilence } from './limit-request-silence.ts';
import { preserveRouteData, setRouterForPreservedData } from './preserve-route-data.ts';
import { startScriptsAfterPaint } from './start-scripts-after-paint.ts';

// These tests show what React Router does without our patches. When one of them fails after an update, its
// patch may no longer be needed or may no longer apply.

const database = useDatabase();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('load-route-module: the router reloads the page when a script cannot be loaded', async () => {
  const logged = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
  const reload = vi.fn();
  vi.stubGlobal('window', { location: { reload } });
  void loadUnpatched({ id: 'a', module: 'file:///missing.js' }, {});
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  logged.mockClear();
});

describe('limit-request-silence', () => {
  /** Starts a navigation whose request gets no answer. Returns whether it was ended after ten minutes. */
  async function isEndedAfterSilence(wrap: (plainFetch: typeof fetch) => typeof fetch) {
    vi.useFakeTimers();
    vi.stubGlobal('location', new URL('http://localhost/'));
    const silent = vi.fn<typeof fetch>(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    vi.stubGlobal('fetch', wrap(silent));
    const route = { hasLoader: true, hasAction: false, module: 'next.js', path: 'next' };
    const manifest = { routes: { next: { id: 'next', ...route } } };
    const router: DataRouter = createMemoryRouter(
      [{ path: '/' }, { id: 'next', path: '/next', loader: () => null }],
      {
        dataStrategy: createDataStrategy(() => router, manifest as never, {} as never, true),
      },
    );
    void router.navigate('/next');
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(silent).toHaveBeenCalledTimes(1);
    const ended = router.state.navigation.state === 'idle';
    router.dispose();
    return ended;
  }

  test('the router waits for a silent server without a limit', async () => {
    expect(await isEndedAfterSilence((plainFetch) => plainFetch)).toBe(false);
  });

  test('the patch ends the request', async () => {
    expect(await isEndedAfterSilence(limitRequestSilence)).toBe(true);
  });
});

describe('preserve-route-data', () => {
  /** The router's state after a screen was loaded and could not be loaded again. */
  async function stateAfterFailure(middleware: MiddlewareFunction[]) {
    let isOffline = false;
    const loader = () => {
      if (isOffline) throw new TypeError('Failed to fetch');
      return 'data';
    };
    const router = createMemoryRouter([{ id: 'screen', path: '/', loader, middleware }]);
    setRouterForPreservedData(router);
    await vi.waitFor(() => expect(router.state.initialized).toBe(true));
    isOffline = true;
    await router.revalidate();
    router.dispose();
    return router.state;
  }

  test('the router replaces the screen by an error page when it cannot be loaded again', async () => {
    const { errors } = await stateAfterFailure([]);
    expect(errors?.screen).toBeInstanceOf(TypeError);
  });

  test('the patch keeps the screen and its data', async () => {
    const { errors, loaderData } = await stateAfterFailure([preserveRouteData as never]);
    expect(errors).toBeNull();
    expect(loaderData).toEqual({ screen: 'data' });
  });
});

describe('leave-error-page', () => {
  /** Whether a screen has a new location, which resets its error boundary, after its data are there at last. */
  async function hasNewLocation(patch: typeof leaveErrorPages): Promise<boolean> {
    let isOffline = true;
    const loader = () => {
      if (isOffline) throw new TypeError('Failed to fetch');
      return 'data';
    };
    const router = createMemoryRouter([{ id: 'screen', path: '/', loader }]);
    await vi.waitFor(() => expect(router.state.initialized).toBe(true));
    patch(router);
    const { location } = router.state;
    await router.revalidate();
    expect(router.state.errors?.screen).toBeInstanceOf(TypeError);
    expect(router.state.location).toBe(location);
    isOffline = false;
    await router.revalidate();
    await vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    expect(router.state).toMatchObject({ errors: null, loaderData: { screen: 'data' } });
    const { location: reached } = router.state;
    await router.revalidate();
    expect(router.state.location).toBe(reached);
    router.dispose();
    return reached !== location;
  }

  test('the router loads the data of a screen with an error again at the same location', async () => {
    expect(await hasNewLocation(() => () => undefined)).toBe(false);
  });

  test('the patch opens the screen again', async () => {
    expect(await hasNewLocation(leaveErrorPages)).toBe(true);
  });
});

test('start-scripts-after-paint: the router preloads and starts scripts before the first paint', async () => {
  const { visit } = createWeb(database.db);
  const html = await (await visit().get('/login')).text();
  const preload = /<link rel="modulepreload"/;
  expect(html.slice(0, html.indexOf('</head>'))).toMatch(preload);
  expect(html).toContain('<script type="module" async="">import');
  const patched = startScriptsAfterPaint(html);
  expect(patched).not.toMatch(preload);
  expect(patched).not.toContain('<script type="module" async="">import');
});
