import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import {
  createCatalogPages,
  developer,
  gameWithLongName,
  gameWithoutFacts,
  hostileGame,
  hostilePublisher,
  hostileText,
  publisher,
  ratedGame,
} from '#test/fixtures/catalog-pages.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { readHead } from '#test/fixtures/page-head.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { structuredData } from '#test/fixtures/structured-data-rules.ts';
import { createWeb } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const origin = 'http://localhost:3000';
const sharePicture = '/art/share-01234567.png';

beforeAll(() => createCatalogPages(database.db));

const web = () => createWeb(database.db, { site: { shareImage: sharePicture } });
const get = (path: string) => web().visit().get(path);
const headOf = async (path: string) => readHead(await (await get(path)).text());

/** Pages that search engines may list. */
const indexedPages = () => [
  '/',
  '/?page=2',
  '/?genre=action',
  '/?genre=action&page=2',
  '/?genre=role-playing-games-rpg',
  '/about',
  `/game-info/${ratedGame.id}`,
  `/game-info/${gameWithoutFacts.id}`,
  `/game-info/${gameWithLongName.id}`,
  `/game-info/${hostileGame.id}`,
  `/publisher/${publisher.id}`,
  `/publisher/${publisher.id}?page=2`,
  `/publisher/${hostilePublisher.id}`,
  `/developer/${developer.id}`,
  `/developer/${developer.id}?page=2`,
];

describe('a page that search engines may list', () => {
  test('has a title, a description and a URL that no other page has, and one heading', async () => {
    const seen = { titles: new Set(), descriptions: new Set(), urls: new Set() };
    for (const path of indexedPages()) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      const html = await response.text();
      const { titles, meta, links } = readHead(html);
      const description = meta.get('description') ?? [];
      expect([path, titles.length, description.length]).toEqual([path, 1, 1]);
      expect(titles[0]?.length).toBeLessThanOrEqual(75);
      expect(titles[0]).toContain('Guildhall');
      expect([path, description[0]]).toEqual([path, expect.stringMatching(/^.{11,155}$/u)]);
      expect([path, links.get('canonical')]).toEqual([path, [origin + path]]);
      expect(meta.get('robots')?.join()).not.toContain('noindex');
      expect([path, html.match(/<h1[\s>]/g)?.length]).toEqual([path, 1]);
      expect(html).toContain('<html lang="en"');
      seen.titles.add(titles[0]);
      seen.descriptions.add(description[0]);
      seen.urls.add(links.get('canonical')?.[0]);
    }
    const count = indexedPages().length;
    expect([seen.titles.size, seen.descriptions.size, seen.urls.size]).toEqual([
      count,
      count,
      count,
    ]);
  });

  test('has a share card with absolute URLs', async () => {
    for (const path of indexedPages()) {
      const { meta } = await headOf(path);
      const card = Object.fromEntries(
        [...meta]
          .filter(([name]) => /^(og|twitter):/.test(name))
          .map(([name, [value]]) => [name, value]),
      );
      expect(card).toEqual({
        'og:site_name': 'Guildhall',
        'og:type': 'website',
        'og:url': origin + path,
        'og:title': expect.stringMatching(/./),
        'og:description': meta.get('description')?.[0],
        'og:image': expect.stringMatching(
          /^http:\/\/localhost:3000\/(art|pictures)\/[\w/-]+\.png$/,
        ),
        'og:image:type': 'image/png',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringMatching(/./),
        'twitter:card': 'summary_large_image',
        'twitter:image:alt': card['og:image:alt'],
      });
      const repeated = [...meta].filter(([, values]) => values.length > 1).map(([name]) => name);
      expect(repeated).toEqual(['theme-color']);
    }
  });

  test('has valid structured data', async () => {
    for (const path of indexedPages().filter((path) => path !== '/about')) {
      const { data } = await headOf(path);
      expect([path, data.length]).toEqual([path, 1]);
      const parsed = structuredData.safeParse(data[0]);
      expect([path, parsed.error?.issues]).toEqual([path, undefined]);
    }
  });

  test.each([
    ['/', '/?utm_source=elsewhere'],
    ['/about', '/about?fbclid=1'],
    ['/about', '/ABOUT'],
    [`/game-info/${ratedGame.id}`, `/game-info/${ratedGame.id}?utm_source=x&ref=y`],
    [`/publisher/${publisher.id}`, `/publisher/${publisher.id}?page=1`],
    [`/publisher/${publisher.id}`, `/publisher/${publisher.id}?page=nonsense`],
    ['/?genre=action', '/?utm_medium=mail&genre=action'],
  ])('has the canonical URL %s also at %s', async (path, variant) => {
    // An address with a parameter that the page does not read leads to the one without it.
    const location = (await get(variant)).headers.get('Location');
    const { links, meta } = await headOf(location ?? variant);
    expect(links.get('canonical')).toEqual([origin + path]);
    expect(meta.get('og:url')).toEqual([origin + path]);
  });

  test('has the operator’s configured URL whatever the Host header is', async () => {
    const { services } = web();
    const app = createApp(
      { ...services, config: { ...services.config, ORIGIN: 'https://guild.example' } },
      { clientDirectory: './build/client', ready: () => true },
    );
    const html = await (await app.request('http://evil.example/about')).text();
    expect(readHead(html).links.get('canonical')).toEqual(['https://guild.example/about']);
    expect(html).not.toContain('evil.example');
  });

  test('does not take its URL from an earlier request with another Host header', async () => {
    const { services } = web();
    const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
    await app.request('http://evil.example/about');
    const html = await (await app.request('http://localhost:3000/about')).text();
    expect(readHead(html).links.get('canonical')).toEqual([`${origin}/about`]);
  });
});

describe('names with HTML and scripts', () => {
  test.each([
    `/game-info/${hostileGame.id}`,
    `/publisher/${hostilePublisher.id}`,
    '/?genre=action',
  ])('are escaped on %s', async (path) => {
    const player = await createSignedInVisitor(web(), (await createPlayer(database.db)).id);
    for (const response of [await get(path), await player.get(path)]) {
      const html = await response.text();
      expect(html).not.toContain('<script>alert(');
      const { data, titles, meta } = readHead(html);
      expect(JSON.stringify(data)).toContain(JSON.stringify(hostileText).slice(1, -1));
      expect(titles).toHaveLength(1);
      expect(structuredData.safeParse(data[0]).success).toBe(true);
      expect(html).not.toContain('\u2028</');
      if (!path.startsWith('/?')) expect(meta.get('og:title')?.[0]).toContain('</script><script>');
    }
  });
});

describe('a page that search engines must not list', () => {
  test.each([
    ['a search', '/?q=deep', 200],
    ['a search that finds nothing', '/?q=nonsense', 200],
    ['another order', '/?order=name', 200],
    ['a genre in another order', '/?genre=action&order=rating', 200],
    ['a genre without games', '/?genre=puzzle', 200],
    ['an unknown genre', '/?genre=nonsense', 404],
    ['the login', '/login', 200],
    ['the login on the way to somewhere', '/login?next=%2Flibrary', 200],
    ['the registration', '/register', 200],
    ['the guest login', '/guest', 200],
    ['a forgotten password', '/forgot-password', 200],
    ['a new password', '/reset-password?token=x', 200],
    ['a confirmation', '/confirm?token=x', 200],
    ['a profile', '/profile/ada', 200],
    ['an inventory', '/profile/ada/inventory', 200],
    ['an unknown profile', '/profile/nobody', 404],
    ['the inventory of an unknown player', '/profile/nobody/inventory', 404],
    ['an unknown game', '/game-info/7', 404],
    ['an id with a zero before it', `/game-info/0${ratedGame.id}`, 404],
    ['an unknown publisher', '/publisher/7', 404],
    ['an unknown developer', '/developer/7', 404],
    ['an unknown path', '/nowhere', 404],
    ['an unknown path below a known one', '/about/nowhere', 404],
  ])('such as %s is marked noindex and has no canonical URL', async (_name, path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    const { titles, meta, links } = readHead(await response.text());
    expect(titles).toHaveLength(1);
    expect(titles[0]).toMatch(/\S · Guildhall$/);
    expect(meta.get('robots')).toEqual(['noindex']);
    expect(links.get('canonical')).toBeUndefined();
  });

  test('when it is missing shows a search that needs no script, the genres and the shop', async () => {
    for (const path of ['/nowhere?q=typed', '/game-info/7', '/publisher/7']) {
      const html = await (await get(path)).text();
      const form = /<form[^>]*role="search"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
      expect(form).toMatch(/^<form[^>]*method="get"/);
      expect(form).toMatch(/^<form[^>]*action="\/"/);
      expect(form).toContain('name="q"');
      expect(form).not.toContain('typed');
      expect(html).toContain('href="/?genre=action"');
      expect(html).toContain('href="/"');
    }
  });

  test('such as a personal screen or one of moderators is marked noindex', async () => {
    const { id } = await createPlayer(database.db, {
      role: 'moderator',
      furtherRoles: [catalogEditor],
    });
    const player = await createSignedInVisitor(web(), id);
    for (const path of [
      '/admin',
      '/admin/games',
      '/admin/games/new',
      '/profile',
      '/profile/edit',
      '/profile/wallet',
      '/profile/draws',
      '/profile/showcase',
      '/settings',
      '/settings/data',
      '/settings/privacy',
      '/settings/notifications',
      '/settings/account',
      '/settings/account/email',
      '/settings/applications',
      '/settings/applications/new-key',
      '/settings/security',
      '/settings/security/authenticator',
      '/settings/security/passkey',
      '/wishlist',
      '/library',
      '/collection',
      '/community/market/orders',
      '/community/market/listings',
      '/community/market/trades',
      '/add-money',
      '/moderation/log',
      '/moderation/trading',
      '/admin/site',
      '/admin/site/pages',
      '/admin/site/pictures',
      '/admin/site/examples',
      '/admin/people',
      '/admin/people/ada',
      '/admin/people-import',
      '/admin/registration',
      '/admin/registration/new-invitation',
      '/admin/roles',
      '/admin/roles/new',
      '/admin/groups',
      '/admin/groups/new',
      '/admin/codes',
      '/admin/health',
      '/admin/backups',
      '/admin/codes/new',
      '/redeem',
      '/moderation/reports',
      '/moderation/appeals',
      '/settings/moderation',
    ]) {
      const { titles, meta, links } = readHead(await (await player.get(path)).text());
      expect([path, titles.length, meta.get('robots')]).toEqual([path, 1, ['noindex']]);
      expect(links.get('canonical')).toBeUndefined();
    }
  });

  test('still has a share card when it is a profile', async () => {
    const { meta } = await headOf('/profile/ada');
    expect(meta.get('og:title')).toEqual(['ada']);
    expect(meta.get('og:type')).toEqual(['profile']);
    expect(meta.get('og:image')).toEqual([origin + sharePicture]);
  });
});

test.each([
  ['/about/', '/about'],
  [`/game-info/${ratedGame.id}/?utm_source=x`, `/game-info/${ratedGame.id}?utm_source=x`],
  ['/about///', '/about'],
  // Two slashes at the start of a Location header would mean another host.
  ['//evil.example/', '/evil.example'],
  ['///', '/'],
])('a path with slashes at its end is redirected: %s to %s', async (path, location) => {
  const response = await get(path);
  expect([response.status, response.headers.get('Location')]).toEqual([308, location]);
});

test('a page names the browser colour of each theme', async () => {
  expect((await headOf('/about')).meta.get('theme-color')).toHaveLength(2);
});
