import { readFile } from 'node:fs/promises';
import { webGameUploadPath } from '#shared/constants/game-library/download-paths.ts';
import { buildZip } from '#test/fixtures/raw-zip.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { makeCatalogEditor } from './fixtures/make-catalog-editor.ts';
import { addMoney } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';
import { test } from './fixtures/web-game-test.ts';

/** The example of docs/web-games.md, in a game that counts. */
async function buildGame() {
  const docs = await readFile('docs/web-games.md', 'utf8');
  const [example = ''] = docs.split('```js\n').slice(1);
  return buildZip({
    'index.html': `<!doctype html><html lang="en"><head><title>Counter</title></head><body>
      <button id="count">Count</button><button id="forget">Forget</button>
      <button id="full">Fill the screen</button><p id="out">Loading</p>
      <script type="module" src="main.js"></script></body></html>`,
    'main.js': `${example.slice(0, example.indexOf('```'))}
      const show = (text) => { document.querySelector('#out').textContent = text; };
      const on = (id, run) => document.querySelector(id).addEventListener('click', () =>
        run().catch(({ code }) => show('error ' + code)));
      const ask = await connectToGuildhall();
      let { data, revision } = await ask('load');
      let count = Number.parseInt(data ?? '0');
      const isolated = crossOriginIsolated && new SharedArrayBuffer(8).byteLength === 8;
      show('count ' + count + (isolated ? ' isolated' : ''));
      on('#count', async () => {
        ({ revision } = await ask('save', { data: count + 1 + ' ' + Math.random(), revision }));
        count += 1;
        show('saved ' + count);
      });
      on('#forget', async () => { await ask('delete', { revision }); show('deleted'); });
      on('#full', async () => { show((await ask('fullscreen')).type); });
      const other = await ask('name').catch(({ code }) => code);
      const large = await ask('save', { data: 'x'.repeat(1_000_001), revision }).catch(({ code }) => code);
      document.querySelector('#out').dataset.refused = other + ' ' + large;`,
  });
}

test('a web game keeps a save for its player, fills the screen and may be isolated', async ({
  guildhall,
  registerPlayer,
  openPage,
}) => {
  const { origin, dataDir } = guildhall;
  const viewport = { width: 390, height: 900 };
  const [editor, player] = [await registerPlayer('editor'), await registerPlayer('saver')];
  await makeCatalogEditor(dataDir, editor);
  await addMoney(player);
  const page = await openPage('/admin/games/new', { user: editor, viewport });
  const name = `Counter of ${editor.username}`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Price', { exact: true }).fill('4.50');
  await page.getByRole('button', { name: 'Add game' }).click();
  await page.getByRole('link', { name: 'What owners get' }).click();
  await expect(page.getByRole('form', { name: 'Upload a game' })).toBeVisible();
  const gameId = Number(/\/admin\/games\/(\d+)\//.exec(page.url())?.[1]);
  const sent = await page.request.post(webGameUploadPath(gameId), {
    headers: { Accept: 'application/json', Origin: origin },
    multipart: {
      file: { name: 'counter.zip', mimeType: 'application/zip', buffer: await buildGame() },
    },
  });
  expect(sent.status()).toBe(200);

  const first = await openPage(`/game-info/${gameId}`, { user: player, viewport });
  await first.getByRole('button', { name: 'Buy' }).click();
  await first.getByRole('link', { name: 'Play here' }).locator('visible=true').click();
  await first.getByRole('button', { name: 'Start Playing' }).click();
  const game = first.frameLocator('iframe');
  const out = game.locator('#out');
  await expect(out).toHaveAttribute('data-refused', 'unknown-request too-large');
  await expect(out).toHaveText('count 0');
  await game.getByRole('button', { name: 'Count' }).click();
  await expect(out).toHaveText('saved 1');
  await expect(first.getByText('Saved here:')).toBeVisible();
  expect(await findViolations(first)).toEqual([]);
  expect(await findLayoutProblems(first)).toEqual([]);

  // A second window saves, so the first one knows an older state.
  const second = await openPage(`/play/${gameId}`, { user: player, viewport });
  const other = second.frameLocator('iframe');
  await expect(other.locator('#out')).toHaveText('count 1');
  await other.getByRole('button', { name: 'Count' }).click();
  await expect(other.locator('#out')).toHaveText('saved 2');
  await game.getByRole('button', { name: 'Count' }).click();
  await expect(out).toHaveText('error conflict');
  await game.getByRole('button', { name: 'Forget' }).click();
  await expect(out).toHaveText('error conflict');

  // Another window of the site, or the page itself, gets no port.
  const answer = await second.evaluate(() =>
    new Promise((resolve) => {
      setTimeout(() => resolve('nothing'), 500);
      window.addEventListener('message', ({ data }) => resolve(data.type));
      window.postMessage({ type: 'guildhall:connect', version: 1 }, '*');
    }).then((type) => (type === 'guildhall:connect' ? 'nothing' : type)),
  );
  expect(answer).toBe('nothing');

  await game.getByRole('button', { name: 'Fill the screen' }).click();
  await expect(out).toHaveText('guildhall:fullscreen-opened');
  const isFull = () => first.evaluate(() => document.fullscreenElement?.tagName ?? null);
  expect(await isFull()).toBe('IFRAME');
  await first.evaluate(() => document.exitFullscreen());
  await first.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(isFull).toBe('IFRAME');
  await first.evaluate(() => document.exitFullscreen());

  await page.reload();
  await page.getByRole('checkbox', { name: 'Cross-origin isolation' }).check();
  await page.getByRole('form', { name: 'Isolation' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The game is isolated.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await first.reload();
  await expect(out).toHaveText('count 2 isolated');

  await first.goto('/library/saves');
  expect(await findViolations(first)).toEqual([]);
  expect(await findLayoutProblems(first)).toEqual([]);
  await first.getByRole('link', { name: `Delete the save of ${name}` }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(first.getByText('No game has saved anything yet.')).toBeVisible();
  await other.getByRole('button', { name: 'Count' }).click();
  await expect(other.locator('#out')).toHaveText('error conflict');
});
