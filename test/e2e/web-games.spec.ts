import type { Page } from '@playwright/test';
import { and, eq, gt } from 'drizzle-orm';
import { gameProgress, users } from '#database/schema.ts';
import { withNightly } from '#test/config/nightly.ts';
import { buildZip } from '#test/fixtures/raw-zip.ts';
import { withServerDatabase } from '#test/fixtures/server-database.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { attackSite, nothingGot } from './fixtures/hostile-game.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { makeCatalogEditor } from './fixtures/make-catalog-editor.ts';
import { addMoney } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';
import { getGamesOrigin, test } from './fixtures/web-game-test.ts';

test.use({ loadsImages: true });

/** A game that uses what games use: modules, data, a picture, a style sheet, a worker, WebAssembly and code of texts. */
const game = buildZip({
  'index.html': `<!doctype html><html lang="en"><head><title>Lanterns</title>
    <link rel="stylesheet" href="art/style.css"></head>
    <body><h1>Lanterns</h1><img src="art/lamp.svg" alt="A lamp"><p id="out">Loading</p>
    <script>window.inline = 'inline';</script>
    <script type="module" src="lib/main.js"></script></body></html>`,
  'lib/main.js': `import { name } from './name.js';
    const level = await (await fetch('data/level.json')).json();
    const module = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    const code = URL.createObjectURL(new Blob(['postMessage("worker")'], { type: 'text/javascript' }));
    const worker = await new Promise((resolve, reject) => {
      const one = new Worker(code);
      one.onmessage = ({ data }) => resolve(data);
      one.onerror = () => reject(new Error('No worker'));
    });
    const size = document.images[0].complete ? document.images[0].naturalWidth : 0;
    const color = getComputedStyle(document.querySelector('#out')).color;
    document.querySelector('#out').textContent =
      [name, level.number, inline, worker, module instanceof WebAssembly.Module, size, color, eval('1 + 1')].join(' ');`,
  'lib/name.js': `export const name = 'level';`,
  'data/level.json': '{"number": 7}',
  'art/style.css': '#out { color: rgb(1, 2, 3) }',
  'art/lamp.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"/>',
});

/** What only an uploaded game can try: its host is the one of this server. */
function attackServer({ games, site }: { games: string; site: string }) {
  const attempts: Record<string, () => unknown> = {
    gamesApi: async () => (await fetch(`${games}/api/games`)).text(),
    siteAsNavigation: async () => (await fetch(site, { mode: 'no-cors' })).type,
    socketOfSite: () => openSocket(site),
    socketOfGames: () => openSocket(games),
    form: () => {
      const form = document.createElement('form');
      form.action = `${site}/logout`;
      form.method = 'post';
      document.body.append(form);
      form.submit();
      return 'nothing';
    },
    newCookie: () => {
      const { cookie } = Object.getOwnPropertyDescriptors(Document.prototype);
      cookie.set?.call(document, 'evil=1; path=/');
    },
    serviceWorker: () => navigator.serviceWorker.register('lib/main.js'),
    camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
  };
  function openSocket(origin: string) {
    const address = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.onopen = () => resolve('open');
      socket.onerror = () => reject(new TypeError());
    });
  }
  return Promise.all(
    Object.entries(attempts).map(async ([name, attempt]) => {
      try {
        return [name, String(await attempt())];
      } catch {
        return [name, 'refused'];
      }
    }),
  ).then((results) => Object.fromEntries(results));
}

async function expectGood(page: Page) {
  expect(await findViolations(page)).toEqual([]);
  expect(await findLayoutProblems(page)).toEqual([]);
}

for (const width of withNightly([390], [1440]))
  test(`an editor uploads a game, and a player plays it while it gets nothing of the site, at ${width} px`, async ({
    guildhall,
    registerPlayer,
    openPage,
  }) => {
    const { origin, dataDir } = guildhall;
    const gamesOrigin = getGamesOrigin(origin);
    const viewport = { width, height: 900 };
    const [editor, player] = [await registerPlayer('editor'), await registerPlayer('gamer')];
    await makeCatalogEditor(dataDir, editor);
    await addMoney(player);
    const name = `Lanterns of ${editor.username}`;

    const page = await openPage('/admin/games/new', { user: editor, viewport });
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Price', { exact: true }).fill('4.50');
    await page.getByRole('button', { name: 'Add game' }).click();
    await page.getByRole('link', { name: 'What owners get' }).click();
    const form = page.getByRole('form', { name: 'Upload a game' });
    const zip = { name: 'lanterns.zip', mimeType: 'application/zip' };
    const evil = buildZip({ 'index.html': 'x', '../evil.js': 'x' });
    await form.getByLabel('Zip of the game').setInputFiles({ ...zip, buffer: evil });
    await form.getByRole('button', { name: 'Upload game' }).click();
    await expect(form.getByText('a name that is not allowed')).toContainText('(../evil.js)');
    await expectGood(page);
    await form.getByLabel('Zip of the game').setInputFiles({ ...zip, buffer: game });
    await form.getByRole('button', { name: 'Upload game' }).click();
    await expect(page.getByRole('heading', { name: 'lanterns.zip' })).toBeVisible();
    await expect(page.getByText('6 files')).toBeVisible();
    await expectGood(page);
    const gameId = Number(/\/admin\/games\/(\d+)\//.exec(page.url())?.[1]);

    const shop = await openPage(`/game-info/${gameId}`, { user: player, viewport });
    await shop.getByRole('button', { name: 'Buy' }).click();
    await shop.getByRole('link', { name: 'Play here' }).locator('visible=true').click();
    await expectGood(shop);
    await shop.getByRole('button', { name: 'Start Playing' }).click();
    const frame = shop.frameLocator('iframe');
    await expect(frame.locator('#out')).toHaveText('level 7 inline worker true 24 rgb(1, 2, 3) 2');
    await expect(shop.getByRole('complementary', { name: 'Playing' })).toBeVisible();
    await expectGood(shop);

    const running = shop.frames().find((one) => one.url().startsWith(gamesOrigin));
    expect(await running?.evaluate(() => origin)).toBe('null');
    const elsewhere = `${origin}/about`;
    expect(await running?.evaluate(attackSite, { site: origin, elsewhere })).toEqual(nothingGot);
    expect(await running?.evaluate(attackServer, { games: gamesOrigin, site: origin })).toEqual({
      gamesApi: 'refused',
      siteAsNavigation: 'refused',
      socketOfSite: 'refused',
      socketOfGames: 'refused',
      form: 'nothing',
      newCookie: 'refused',
      serviceWorker: 'refused',
      camera: 'refused',
    });
    expect(shop.url()).toBe(`${origin}/play/${gameId}`);
    expect(running?.url()).toContain('/index.html');

    // The time that is played counts.
    await withServerDatabase(dataDir, async (db) => {
      const played = () =>
        db.$count(
          db
            .select({ userId: gameProgress.userId })
            .from(gameProgress)
            .innerJoin(users, eq(users.id, gameProgress.userId))
            .where(
              and(
                eq(users.username, player.username.toLowerCase()),
                eq(gameProgress.gameId, gameId),
                gt(gameProgress.playedMs, 0),
              ),
            )
            .as('played'),
        );
      await expect.poll(played).toBe(1);
    });

    // Outside of its frame the game has no other rights, and its host has no page of the site.
    const address = running?.url() ?? '';
    await shop.goto(address);
    await expect(shop.locator('#out')).toHaveText('level 7 inline worker true 24 rgb(1, 2, 3) 2');
    expect(await shop.evaluate(() => origin)).toBe('null');
    const login = await shop.goto(`${gamesOrigin}/login`);
    expect(login?.status()).toBe(403);
    const socket = '/socket.io/?EIO=4&transport=polling';
    expect((await shop.request.get(origin + socket)).status()).toBe(200);
    expect((await shop.request.get(gamesOrigin + socket)).status()).toBe(403);

    await page.getByRole('link', { name: 'Remove the uploaded game' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the uploaded game?' });
    await expect(question).toContainText('Its files are deleted');
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('heading', { name: 'lanterns.zip' })).toHaveCount(0);
    expect((await shop.goto(address))?.status()).toBe(403);
  });
