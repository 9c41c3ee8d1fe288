import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { useSocketServer } from '#test/fixtures/sockets.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { addSocketHeaders } from '../connections/add-socket-headers.ts';

const database = useDatabase();
const startSockets = useSocketServer(database);

const answers: [what: string, path: string, status: number, init?: RequestInit][] = [
  ['a page', '/about', 200],
  ['the data of a page', '/about.data', 200],
  ['a page that is not there', '/nowhere', 404],
  ['a redirect to the login', '/profile', 302],
  ['a redirect to the path without a slash', '/about/', 308],
  ['a path that cannot be decoded', '/%', 404],
  ['a form of another site', '/logout', 403, { method: 'POST', headers: { Origin: 'null' } }],
  ['a text', '/robots.txt', 200],
  ['a script', '/service-worker.js', 200],
  ['a list as XML', '/sitemap.xml', 200],
  ['a missing file', '/static/js/none.js', 404],
  ['a missing cover', '/pictures/none', 404],
  ['a missing picture', '/photos/none/none.webp', 404],
  ['JSON', '/api/games', 200],
  ['an error as JSON', '/api/client/v2.0/auth/profile', 401],
  ['an answer to a preflight', '/api/games', 204, { method: 'OPTIONS' }],
  ['the metrics', '/metrics', 404],
  ['an answer for the operator', '/healthz', 200],
];

test.each(answers)(
  '%s has a policy against frames and other bases',
  async (_, path, status, init) => {
    const web = createWeb(database.db);
    const player = await createSignedInVisitor(web, (await createPlayer(database.db)).id);
    for (const browser of [web.visit(), player]) {
      const response = await browser.send(path, init);
      const policy = response.headers.get('Content-Security-Policy')?.split('; ');
      if (browser !== player) expect(response.status).toBe(status);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
      if (isPage) expect(policy).toContain("object-src 'none'");
      else expect(policy).toContain("default-src 'none'");
    }
  },
);

test('a page that the browser has already keeps its policy', async () => {
  const web = createWeb(database.db);
  const page = await web.visit().get('/about');
  const again = await web.visit().get('/about', {
    'If-None-Match': page.headers.get('ETag') ?? '',
  });
  expect(again.status).toBe(304);
  const policy = page.headers.get('Content-Security-Policy');
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(again.headers.get('Content-Security-Policy')).toBe(policy);
});

test('answers of sockets have the headers of the site', async () => {
  const { server } = await startSockets();
  addSocketHeaders(server, readConfig({ ORIGIN: 'https://guild.example', HSTS_SUBDOMAINS: '1' }));
  const { port } = server.address() as AddressInfo;
  for (const query of ['?EIO=4&transport=polling', '?EIO=4&transport=none', '']) {
    const response = await fetch(`http://127.0.0.1:${port}/socket.io/${query}`);
    await response.text();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  }
});
