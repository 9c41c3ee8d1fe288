import { renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  Scripts,
  ServerRouter,
  useLoaderData,
} from 'react-router';
import { describe, expect, it } from 'vitest';
import { readRouteData, withRouteData } from './await-route-data.ts';

function Root() {
  const loaderData: { name: string } = useLoaderData();
  return (
    <html lang="en">
      <body>
        <p>{loaderData.name}</p>
        <Scripts />
      </body>
    </html>
  );
}

/** Renders a page of one route with the synchronous renderer. */
async function renderPage(prepare: (entry: EntryContext) => EntryContext | Promise<EntryContext>) {
  const route = { id: 'root', path: '', hasLoader: true, module: '/root.js' };
  const handle = createRequestHandler({
    entry: {
      module: {
        async default(request: Request, status: number, headers: Headers, entry: EntryContext) {
          const context = await prepare(entry);
          const html = renderToString(<ServerRouter context={context} url={request.url} />);
          return new Response(html, { status, headers });
        },
      },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: Root, loader: () => ({ name: 'Portal' }) } },
    },
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: { root: route },
      url: '/manifest.js',
      version: '1',
    },
    ssr: true,
    isSpaMode: false,
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    prerender: [],
    routeDiscovery: { mode: 'initial' },
    // Only the parts of a build that the request handler reads.
  } as unknown as Parameters<typeof createRequestHandler>[0]);
  return (await handle(new Request('http://localhost/'))).text();
}

describe('the synchronous renderer', () => {
  it('puts the data of loaders into the page when they were awaited', async () => {
    const html = await renderPage(async (entry) =>
      withRouteData(entry, await readRouteData(entry)),
    );
    expect(html).toContain('<p>Portal</p>');
    expect(html.match(/streamController\.enqueue\(/g)).toHaveLength(1);
    expect(html).toContain('\\"Portal\\"');
    expect(html).toContain('streamController.close()');
  });

  it('leaves the data out when they were not awaited, so that the patch is still needed', async () => {
    const html = await renderPage((entry) => entry);
    expect(html).toContain('<p>Portal</p>');
    expect(html).not.toContain('streamController.enqueue(');
  });
});
