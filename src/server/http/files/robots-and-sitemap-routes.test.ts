import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteSettings } from '#database/schema.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { createApp } from '../app.ts';
import { createSitemap } from './sitemap.ts';

const database = useDatabase();
const origin = 'http://localhost:3000';
const house = { id: 1_000_000_001, slug: 'house', name: 'House', description: '' };
const idle = { id: 1_000_000_002, slug: 'idle', name: 'Idle', description: '' };
// The same under the id of a games database, by which none of its games is linked.
const otherHouse = { id: 57, slug: 'house', name: 'House', description: '' };
const studio = { id: 1_100_000_001, slug: 'studio', name: 'Studio', description: '' };
let discussions: { open: string; closed: string };
const made = Array.from({ length: 7 }, () =>
  generateGame({ publisherIds: [house.id], developerIds: [studio.id] }),
);

beforeAll(async () => {
  await importGames(
    { db: database.db, clock: createClock('2026-03-14T23:59:59Z') },
    generateBundle({ games: made, publishers: [house, otherHouse, idle], developers: [studio] }),
  );
  const ctx = createTestCtx(database.db);
  const author = await createPlayer(database.db);
  const open = await createTestDiscussion(ctx, author);
  discussions = { open, closed: await createTestDiscussion(ctx, author, { isPrivate: true }) };
});

const listUrls = (xml: string) =>
  Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = '']) => url);

describe('the sitemap', () => {
  test('lists every page of the shop by its absolute URL, with the day of its last change', async () => {
    const response = await createWeb(database.db).visit().get('/sitemap.xml');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    const xml = await response.text();
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http/);
    const urls = listUrls(xml);
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls).toEqual(
      expect.arrayContaining([
        `${origin}/`,
        `${origin}/about`,
        `${origin}/?genre=action`,
        ...made.map(({ id }) => `${origin}/game-info/${id}`),
        `${origin}/publisher/${otherHouse.id}`,
        `${origin}/developer/${studio.id}`,
        `${origin}/community/discussion`,
        `${origin}/community/discussions/${discussions.open}`,
      ]),
    );
    // These pages show nothing.
    expect(urls).not.toContain(`${origin}/?genre=puzzle`);
    expect(urls).not.toContain(`${origin}/publisher/${idle.id}`);
    expect(urls).not.toContain(`${origin}/community/discussions/${discussions.closed}`);
    // A company in two roles has one page.
    expect(urls).not.toContain(`${origin}/publisher/${house.id}`);
    const day = '<lastmod>2026-03-14</lastmod>';
    expect(xml).toContain(`<url><loc>${origin}/game-info/${made[0]?.id}</loc>${day}</url>`);
    expect(xml).toContain(`<url><loc>${origin}/publisher/${otherHouse.id}</loc>${day}</url>`);
  });

  test('lists the canonical URL of each page, and the page exists', async () => {
    const { get } = createWeb(database.db).visit();
    const urls = listUrls(await (await get('/sitemap.xml')).text());
    for (const url of urls) {
      const response = await get(url.slice(origin.length));
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(await response.text())?.[1];
      expect([url, response.status, canonical]).toEqual([url, 200, url]);
    }
  });

  test('is split into files of limited size that together list every page once', async () => {
    const { services } = createWeb(database.db);
    const whole = listUrls((await createSitemap(services, { origin, part: null })) ?? '');
    const index = (await createSitemap(services, { origin, part: null, size: 3 })) ?? '';
    expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    const files = listUrls(index).map((url) => new URL(url).searchParams.get('part'));
    expect(files).toEqual([
      'shop',
      'game-1',
      'game-2',
      'game-3',
      'publisher-1',
      'developer-1',
      'discussions',
    ]);
    const parts = await Promise.all(
      files.map(async (part) =>
        listUrls((await createSitemap(services, { origin, part, size: 3 })) ?? ''),
      ),
    );
    expect(parts.slice(1).every((part) => part.length > 0 && part.length <= 3)).toBe(true);
    expect(parts.flat()).toEqual(whole);
  });

  test.each(['game-0', 'game-2', 'game-99999', 'game-1e3', 'user-1', '', 'x'.repeat(9_000)])(
    'does not have the part %s',
    async (part) => {
      const response = await createWeb(database.db).visit().get(`/sitemap.xml?part=${part}`);
      expect(response.status).toBe(404);
    },
  );
});

describe('robots.txt', () => {
  /** Evaluates robots.txt by RFC 9309: the longest matching rule wins. */
  async function crawler() {
    const text = await (await createWeb(database.db).visit().get('/robots.txt')).text();
    const rules = Array.from(text.matchAll(/^(Allow|Disallow): (.*)$/gm), ([, kind, path = '']) => {
      const pattern = path.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
      return { allow: kind === 'Allow', length: path.length, fits: new RegExp(`^${pattern}`) };
    });
    return (path: string) =>
      rules
        .filter(({ fits }) => fits.test(path))
        .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow))[0]?.allow;
  }

  test('is a text that contains the absolute URL of the sitemap', async () => {
    const response = await createWeb(database.db).visit().get('/robots.txt');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^User-agent: \*$/m);
    expect(text).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  });

  test('allows crawlers in the shop, and not in searches, ordered lists and personal pages', async () => {
    const may = await crawler();
    for (const path of [
      '/',
      '/about',
      '/?genre=action',
      '/?page=2',
      '/?genre=action&page=2',
      '/game-info/3498',
      '/publisher/1',
      '/developer/1?page=2',
      '/static/js/a.js',
      '/art/banner.svg',
      '/login',
      '/community/market',
      '/community/market/cards',
      '/community/market/cards?page=2',
      '/community/market/cards/default-crown?game=3498',
      '/community/market/statistics',
      '/community/leaderboards?since=ever',
      // These pages have a noindex tag, which crawlers must be able to read.
      '/profile/ada',
      '/profile/editor',
    ]) {
      expect([path, may(path)]).toEqual([path, true]);
    }
    for (const path of [
      '/?q=chess',
      '/?genre=action&q=chess',
      '/?order=name',
      '/?genre=action&order=rating',
      '/community/market?perPage=50',
      '/community/market?game=1&perPage=50',
      '/library',
      '/library?game=1',
      '/game-session/1',
      '/play/1',
      '/profile/edit',
      '/profile/wallet.csv',
      '/profile/draws.csv',
      '/profile/showcase',
      '/login/factor',
      '/login/sign-on/username',
      '/login/challenge',
      '/settings',
      '/settings/data',
      '/settings/data/export.zip',
      '/settings/privacy',
      '/settings/notifications',
      '/unsubscribe?token=x',
      '/admin/games',
      '/admin/games/new',
      '/moderation/log',
      '/moderation/trading',
      '/admin',
      '/admin/site',
      '/admin/registration',
      '/admin/codes',
      '/admin/health',
      '/admin/groups',
      '/groups',
      '/admin/backups',
      '/announcement',
      '/set-up?token=x',
      '/admin/people',
      '/admin/people/ada',
      '/moderation/reports',
      '/moderation/filters',
      '/moderation/waiting',
      '/moderation/appeals',
      '/report?kind=profile&thing=somebody',
      '/settings/moderation',
      '/settings/account',
      '/settings/applications',
      '/settings/proof?next=%2Fsettings',
      '/settings/security',
      '/settings/security/authenticator',
      '/settings/security/sign-on',
      '/settings/security/passkey',
      '/play',
      '/wishlist',
      '/community/market/orders',
      '/community/market/listings?page=2',
      '/community/market/trades',
      '/community/market/trades/new?with=ada',
      '/community/market/suggestions?q=c',
      '/community/market/cards?seller=ada',
      '/community/market/cards?rarity=epic&min=1.00&max=2.00',
      '/add-money',
      '/redeem?code=x',
      '/login?next=%2Flibrary',
      '/about.data',
    ]) {
      expect([path, may(path)]).toEqual([path, false]);
    }
  });
});

test.each([
  ['/robots.txt', 'private'],
  ['/sitemap.xml', 'private'],
  ['/manifest.webmanifest', 'public'],
])(
  '%s can be cached by its client, compressed, and by shared caches only if it contains no host',
  async (path, keeping) => {
    const { get } = createWeb(database.db).visit();
    const response = await get(path, { 'Accept-Encoding': 'gzip', Cookie: 'guildhall=x' });
    expect(response.headers.get('Cache-Control')).toBe(`${keeping}, max-age=600`);
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(response.headers.get('Set-Cookie')).toBeNull();
    const etag = response.headers.get('ETag') ?? '';
    const again = await get(path, { 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  },
);

test.each(['/robots.txt', '/sitemap.xml'])(
  '%s answers HEAD, and uses the configured origin for any Host header',
  async (path) => {
    const { services, visit } = createWeb(database.db);
    const config = { ...services.config, ORIGIN: 'https://guild.example' };
    const app = createApp(
      { ...services, config },
      { clientDirectory: './build/client', ready: () => true },
    );
    const response = await app.request(`http://evil.example${path}`);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=600');
    const text = await response.text();
    expect(text).toContain('https://guild.example/');
    expect(text).not.toContain('evil.example');
    const head = await app.request(`http://evil.example${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const own = await visit().get(path);
    expect(await own.text()).toContain(`${origin}/`);
  },
);

test('the manifest names icons that exist', async () => {
  const visitor = createWeb(database.db).visit();
  const response = await visitor.get('/manifest.webmanifest');
  expect(response.headers.get('Content-Type')).toBe('application/manifest+json');
  expect(await response.json()).toMatchObject({
    name: 'Guildhall',
    start_url: '/',
    display: 'standalone',
    share_target: {
      action: '/community/camera/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'picture' }] },
    },
    icons: [
      { src: '/art/favicon.svg' },
      { sizes: '192x192' },
      { src: '/icon-512.png' },
      { src: '/icon-maskable-192.png', purpose: 'maskable' },
      { src: '/icon-maskable-512.png', purpose: 'maskable' },
    ],
  });
  for (const [path, side, type] of [
    ['/icon-192.png', 192, 'image/png'],
    ['/icon-512.png', 512, 'image/png'],
    ['/icon-maskable-192.png', 192, 'image/png'],
    ['/icon-maskable-512.png', 512, 'image/png'],
    ['/apple-touch-icon.png', 180, 'image/png'],
    ['/favicon.ico', 32, 'image/x-icon'],
  ] as const) {
    const icon = await visitor.get(path);
    expect([path, icon.headers.get('Content-Type')]).toEqual([path, type]);
    const file = Buffer.from(await icon.arrayBuffer());
    const png = path === '/favicon.ico' ? file.subarray(22) : file;
    const { width, height, format, hasAlpha } = await sharp(png).metadata();
    const isMaskable = path.includes('maskable');
    const isOpaque = isMaskable || path === '/apple-touch-icon.png';
    expect({ width, height, format, hasAlpha }).toEqual({
      ...{ width: side, height: side, format: 'png', hasAlpha: !isOpaque },
    });
    if (isMaskable) {
      // Only the background is outside of the circle that every shape shows.
      const corner = Math.floor(side * 0.2);
      const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
      const pixel = (x: number, y: number) => [...data.subarray(3 * (y * side + x)).subarray(0, 3)];
      for (let x = 0; x < corner; x += 1) expect(pixel(x, side >> 1)).toEqual([251, 250, 247]);
      expect(pixel(side >> 1, side >> 1)).not.toEqual([251, 250, 247]);
    }
    const known = { 'If-None-Match': icon.headers.get('ETag') ?? '' };
    expect((await visitor.get(path, known)).status).toBe(304);
  }
  const ico = Buffer.from(await (await visitor.get('/favicon.ico')).arrayBuffer());
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(ico.readUInt32LE(14)).toBe(ico.length - 22);
});

test('password managers find the form of the password, and researchers a contact if there is one', async () => {
  const { services, visit } = createWeb(database.db);
  const password = await visit().get('/.well-known/change-password');
  expect([password.status, password.headers.get('Location')]).toEqual([
    302,
    '/settings/account/password',
  ]);
  expect((await visit().get('/.well-known/security.txt')).status).toBe(404);
  await database.db
    .insert(siteSettings)
    .values({ key: 'imprint', value: 'Lantern Club, Harbour 1' });
  const config = {
    ...services.config,
    ORIGIN: 'https://guild.example',
    MAIL_REPLY_TO: 'help@guild.example',
  };
  const options = { clientDirectory: './build/client', ready: () => true };
  const app = createApp({ ...createWeb(database.db).services, config }, options);
  const response = await app.request('http://evil.example/.well-known/security.txt');
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
  const lines = (await response.text()).trim().split('\n');
  const [expires = ''] = lines.filter((line) => line.startsWith('Expires: '));
  expect(lines.filter((line) => line !== expires)).toEqual([
    'Contact: mailto:help@guild.example',
    'Contact: https://guild.example/imprint',
    'Preferred-Languages: en',
    'Canonical: https://guild.example/.well-known/security.txt',
  ]);
  const days = (Date.parse(expires.slice(9)) - services.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(88);
  expect(days).toBeLessThanOrEqual(90);
});
