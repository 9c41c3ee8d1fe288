import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainImage } from '../fixtures/generated-images.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';
import { useGuildhall } from './fixtures/use-guildhall.ts';

const guildhall = useGuildhall({});
const camera = '/community/camera';
let state: Awaited<ReturnType<typeof captureStorageState>>;
let folder = '';
const file = (name: string) => path.join(folder, name);

beforeAll(async () => {
  state = await captureStorageState(guildhall.browser, (page) =>
    register(page, guildhall.origin, 'shutterbug'),
  );
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-camera-'));
  await writeFile(file('small.jpg'), await plainImage(640, 400, '#3a8a5a').jpeg().toBuffer());
  const noise = { width: 3300, height: 3100, channels: 3 } as const;
  // Noise does not compress: 30 MB.
  const raw = randomBytes(noise.width * noise.height * noise.channels);
  const png = sharp(raw, { raw: noise }).png({ compressionLevel: 0 });
  await writeFile(file('large.png'), await png.toBuffer());
  await writeFile(file('page.png'), '<!doctype html><script>alert(1)</script>');
  await writeFile(file('huge.jpg'), Buffer.alloc(51_000_000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(viewport = { width: 1280, height: 900 }): Promise<Page> {
  const context = await contextFor(guildhall.browser, state, { viewport, theme: 'dark' });
  const page = await context.newPage();
  await page.goto(guildhall.origin + camera);
  // When scripts run, the button is disabled until a picture is chosen.
  await expect.poll(() => send(page).isDisabled()).toBe(true);
  return page;
}

const chooser = (page: Page) => page.getByLabel(/^Choose (a picture|another)$/);
const send = (page: Page) => page.getByRole('button', { name: 'Send photo' });

async function choose(page: Page, name: string) {
  await chooser(page).setInputFiles(file(name));
  await page.getByText(name).waitFor();
}

/** The loaded scripts that contain the client of the upload API. */
async function uploaders(page: Page): Promise<string[]> {
  const scripts = await page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return [...new Set(loaded)].filter((name) => name.endsWith('.js'));
  });
  const holds = async (url: string) =>
    (await (await page.request.get(url)).text()).includes('/multipart/start/');
  const held = await Promise.all(scripts.map(holds));
  return scripts.filter((_, at) => held[at]);
}

/** Waits for the gallery with this picture as the newest. */
async function posted(page: Page, caption: string) {
  await page.waitForURL(`${guildhall.origin}/community`);
  await page.getByText('Picture posted.').waitFor();
  const newest = page.locator('[data-picture] img').first();
  await expect.poll(() => newest.getAttribute('alt')).toBe(caption);
  await expect
    .poll(() => newest.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}

it('sends a small picture with its caption in one request, and loads the upload client only then', async () => {
  const page = await open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await choose(page, 'small.jpg');
  await page.getByRole('img', { name: 'Preview of small.jpg' }).waitFor();
  expect(await uploaders(page)).toEqual([]);
  await page.getByLabel('Caption').fill('A green field');
  await page.getByText('13 / 200').waitFor();
  await send(page).click();
  await posted(page, 'A green field');
  const sent = asked.filter((name) => name.startsWith('/api/upload/') && !name.endsWith('/info/'));
  expect(sent).toEqual(['/api/upload/base/']);
  expect(await uploaders(page)).toHaveLength(1);
  await page.context().close();
});

it('sends 30 MB in parts, repeats a part that was cut, and shows the progress', async () => {
  const page = await open();
  const parts: string[] = [];
  await page.route('**/api/upload/multipart/part/**', async (route) => {
    parts.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    await (parts.length === 3 ? route.abort('connectionreset') : route.continue());
  });
  await choose(page, 'large.png');
  await page.getByLabel('Caption').fill('Noise');
  await send(page).click();
  const share = async () => Number(await page.getByRole('progressbar').getAttribute('value'));
  await expect.poll(share).toBeGreaterThan(0);
  await posted(page, 'Noise');
  expect(new Set(parts).size).toBe(6);
  expect(parts).toHaveLength(7);
  await page.context().close();
});

it('waits as long as the server says when too many uploads are running', async () => {
  const page = await open();
  let told = 0;
  await page.route('**/api/upload/base/**', async (route) => {
    told += 1;
    if (told > 1) return route.continue();
    const error = {
      status_code: 429,
      content: 'Request was throttled.',
      error_code: 'RequestThrottledError',
    };
    return route.fulfill({ json: { error }, headers: { 'Retry-After': '1' } });
  });
  await choose(page, 'small.jpg');
  await page.getByLabel('Caption').fill('At last');
  await send(page).click();
  await posted(page, 'At last');
  expect(told).toBe(2);
  await page.context().close();
});

it('an upload can be cancelled without losing the picture and caption, and sent later', async () => {
  const page = await open();
  let held = 0;
  await page.route('**/api/upload/base/**', (route) => {
    held += 1;
    if (held > 1) return route.continue();
  });
  await choose(page, 'small.jpg');
  await page.getByLabel('Caption').fill('On second thought');
  await send(page).click();
  await expect.poll(() => held).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator(':focus').textContent()).toContain('Send photo');
  expect(await page.getByLabel('Caption').inputValue()).toBe('On second thought');
  expect(await page.getByRole('alert').count()).toBe(0);
  await send(page).click();
  await posted(page, 'On second thought');
  await page.context().close();
});

it('shows what is wrong with a file, if possible before it is sent', async () => {
  const page = await open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await chooser(page).setInputFiles(file('huge.jpg'));
  await page.getByText('A picture may have 50 MB at most.').waitFor();
  expect(await send(page).isDisabled()).toBe(true);
  expect(asked.filter((url) => url.includes('/api/upload/'))).toEqual([]);
  await choose(page, 'page.png');
  await page.getByText('This browser cannot show it.').waitFor();
  await send(page).click();
  await page.getByText('This is not a picture that we know').waitFor();
  expect(new URL(page.url()).pathname).toBe(camera);
  await choose(page, 'small.jpg');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.context().close();
});

it('does not lose the picture when the server cannot be reached, and does not send it twice', async () => {
  const page = await open();
  let cut = true;
  let uploads = 0;
  await page.route('**/api/upload/base/**', (route) => {
    uploads += 1;
    return route.continue();
  });
  await page.route('**/community/camera.data*', (route) =>
    cut ? route.abort() : route.continue(),
  );
  await choose(page, 'small.jpg');
  await page.getByLabel('Caption').fill('Once');
  await send(page).click();
  await page.getByText('The picture could not be posted. Please try again.').waitFor();
  cut = false;
  await send(page).click();
  await posted(page, 'Once');
  expect(uploads).toBe(1);
  await page.context().close();
});

it('tells the player that the session has ended meanwhile', async () => {
  const page = await open();
  await choose(page, 'small.jpg');
  await page.context().clearCookies();
  await send(page).click();
  await page.getByText('No user data found. Please log in.').waitFor();
  await page.context().close();
});

it('accepts dropped files and opens the file chooser with the keyboard', async () => {
  const page = await open();
  const opened: boolean[] = [];
  page.on('filechooser', (opening) => opened.push(opening.isMultiple()));
  // The browser may not know yet that the test handles the file chooser.
  await expect
    .poll(async () => {
      await chooser(page).press('Enter');
      return opened[0];
    })
    .toBe(false);
  const bytes = [...(await plainImage(60, 40).png().toBuffer())];
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }));
    return data;
  }, bytes);
  const zone = page.getByText('Drop a picture here, or');
  await zone.dispatchEvent('dragover', { dataTransfer: dropped });
  await zone.dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByRole('img', { name: 'Preview of dropped.png' }).waitFor();
  await page.context().close();
});

it('offers the camera on a phone and fits its screen', async () => {
  const context = await guildhall.browser.newContext({
    storageState: state,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  // Otherwise the greeting of the daily reward is shown.
  const day = new Date().toISOString().slice(0, 10);
  await context.addInitScript((today) => localStorage.setItem('reward-greeted', today), day);
  const page = await context.newPage();
  await page.goto(guildhall.origin + camera);
  const photo = page.getByLabel('Take a photo');
  await photo.waitFor();
  expect(await photo.getAttribute('capture')).toBe('environment');
  await photo.setInputFiles(file('small.jpg'));
  await page.getByText('small.jpg').waitFor();
  expect(await findLayoutProblems(page)).toEqual([]);
  await page.getByLabel('Caption').fill('From the pocket');
  await send(page).tap();
  await posted(page, 'From the pocket');
  await context.close();
});

it('says without scripts that it needs scripts', async () => {
  const context = await guildhall.browser.newContext({
    storageState: state,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(guildhall.origin + camera);
  await page.getByText('Sending a picture takes scripts').waitFor();
  await context.close();
});
