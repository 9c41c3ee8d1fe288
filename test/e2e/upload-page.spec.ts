import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { plainImage } from '../fixtures/generated-images.ts';
import { phone } from './fixtures/browser-context.ts';
import { findLayoutProblems } from './fixtures/layout-problems.ts';
import { test as base, expect } from './fixtures/test.ts';

const uploadPagePath = '/community/camera';

interface WorkerFixtures {
  /** A folder with pictures and other files. */
  folder: string;
}

interface UploadFixtures {
  /** The upload page of a player. */
  page: Page;
}

const test = base.extend<UploadFixtures, WorkerFixtures>({
  folder: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-camera-'));
      const save = (name: string, content: string | Buffer) =>
        writeFile(path.join(folder, name), content);
      await save('small.jpg', await plainImage(640, 400, '#3a8a5a').jpeg().toBuffer());
      const noise = { width: 3300, height: 3100, channels: 3 } as const;
      // Noise does not compress: 30 MB.
      const raw = randomBytes(noise.width * noise.height * noise.channels);
      const png = sharp(raw, { raw: noise }).png({ compressionLevel: 0 });
      await save('large.png', await png.toBuffer());
      await save('page.png', '<!doctype html><script>alert(1)</script>');
      await save('huge.jpg', Buffer.alloc(51_000_000));
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  page: async ({ createContext, registerPlayer }, use) => {
    const context = await createContext({ user: await registerPlayer('shutterbug') });
    const page = await context.newPage();
    await page.goto(uploadPagePath);
    // When scripts run, the button is disabled until a picture is chosen.
    await expect(sendButton(page)).toBeDisabled();
    await use(page);
  },
});

const chooser = (page: Page) => page.getByLabel(/^Choose (a picture|another)$/);
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send photo' });

/** Chooses a file of the folder. */
async function choose(page: Page, folder: string, name: string) {
  await chooser(page).setInputFiles(path.join(folder, name));
  await expect(page.getByText(name)).toBeVisible();
}

/** The loaded scripts that contain the client of the upload API. */
function findUploadScripts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const scripts = [...new Set(loaded)].filter((name) => name.endsWith('.js'));
    const read = async (name: string) => (await fetch(name)).text();
    const texts = await Promise.all(scripts.map(read));
    return scripts.filter((_, at) => texts[at]?.includes('/multipart/start/'));
  });
}

/** Waits for the gallery with this picture as the newest. */
async function expectPosted(page: Page, caption: string) {
  await page.waitForURL('/community');
  await expect(page.getByText('Picture posted.')).toBeVisible();
  const newest = page.locator('[data-picture] img').first();
  await expect(newest).toHaveAttribute('alt', caption);
  await expect
    .poll(() => newest.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}

test.use({ loadsImages: true });

test('the upload page sends a small picture in one request, posts it in another, and loads the upload client only then', async ({
  page,
  folder,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // After a form, the router loads the data of the page again.
    if (request.method() === 'POST' || pathname.endsWith('/pass')) asked.push(pathname);
  });
  await choose(page, folder, 'small.jpg');
  await expect(page.getByRole('img', { name: 'Preview of small.jpg' })).toBeVisible();
  expect(await findUploadScripts(page)).toEqual([]);
  await page.getByLabel('Caption').fill('A green field');
  await expect(page.getByText('13 / 200')).toBeVisible();
  await sendButton(page).click();
  await expectPosted(page, 'A green field');
  const isPart = (name: string) =>
    name.startsWith('/api/upload/') || name.startsWith(uploadPagePath);
  const sent = asked.filter((name) => isPart(name) && !name.endsWith('/info/'));
  expect(sent).toEqual(['/api/upload/base/', `${uploadPagePath}.data`]);
  expect(await findUploadScripts(page)).toHaveLength(1);
});

test('the upload page sends 30 MB in parts, repeats a part that was cut, and shows the progress', async ({
  page,
  folder,
}) => {
  const parts: string[] = [];
  await page.route('**/api/upload/multipart/part/**', async (route) => {
    parts.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    await (parts.length === 3 ? route.abort('connectionreset') : route.continue());
  });
  await choose(page, folder, 'large.png');
  await page.getByLabel('Caption').fill('Noise');
  await sendButton(page).click();
  const share = async () => Number(await page.getByRole('progressbar').getAttribute('value'));
  await expect.poll(share).toBeGreaterThan(0);
  await expectPosted(page, 'Noise');
  expect(new Set(parts).size).toBe(6);
  expect(parts).toHaveLength(7);
});

test('the upload page waits as long as the server says when too many uploads are running', async ({
  page,
  folder,
}) => {
  let answers = 0;
  await page.route('**/api/upload/base/**', async (route) => {
    answers += 1;
    if (answers > 1) return route.continue();
    const error = {
      status_code: 429,
      content: 'Request was throttled.',
      error_code: 'RequestThrottledError',
    };
    return route.fulfill({ json: { error }, headers: { 'Retry-After': '1' } });
  });
  await choose(page, folder, 'small.jpg');
  await page.getByLabel('Caption').fill('At last');
  await sendButton(page).click();
  await expectPosted(page, 'At last');
  expect(answers).toBe(2);
});

test('an upload can be cancelled without losing the picture and caption, and sent later', async ({
  page,
  folder,
}) => {
  let held = 0;
  await page.route('**/api/upload/base/**', (route) => {
    held += 1;
    if (held > 1) return route.continue();
  });
  await choose(page, folder, 'small.jpg');
  await page.getByLabel('Caption').fill('On second thought');
  await sendButton(page).click();
  await expect.poll(() => held).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator(':focus')).toContainText('Send photo');
  await expect(page.getByLabel('Caption')).toHaveValue('On second thought');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await sendButton(page).click();
  await expectPosted(page, 'On second thought');
});

test('the upload page shows what is wrong with a file, if possible before it is sent', async ({
  page,
  folder,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await chooser(page).setInputFiles(path.join(folder, 'huge.jpg'));
  await expect(page.getByText('A picture may have 50 MB at most.')).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  expect(asked.filter((url) => url.includes('/api/upload/'))).toEqual([]);
  await choose(page, folder, 'page.png');
  await expect(page.getByText('This browser cannot show it.')).toBeVisible();
  await sendButton(page).click();
  await expect(page.getByText('This is not a picture that we know')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(uploadPagePath);
  await choose(page, folder, 'small.jpg');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the upload page does not lose the picture when the server cannot be reached, and does not send it twice', async ({
  page,
  folder,
}) => {
  let cut = true;
  let uploads = 0;
  await page.route('**/api/upload/base/**', (route) => {
    uploads += 1;
    return route.continue();
  });
  await page.route('**/community/camera.data*', (route) =>
    cut ? route.abort() : route.continue(),
  );
  await choose(page, folder, 'small.jpg');
  await page.getByLabel('Caption').fill('Once');
  await sendButton(page).click();
  await expect(page.getByText('The picture could not be posted. Please try again.')).toBeVisible();
  cut = false;
  await sendButton(page).click();
  await expectPosted(page, 'Once');
  expect(uploads).toBe(1);
});

test('the upload page tells the player that the session has ended meanwhile', async ({
  page,
  folder,
}) => {
  await choose(page, folder, 'small.jpg');
  await page.context().clearCookies();
  await sendButton(page).click();
  await expect(page.getByText('No user data found. Please log in.')).toBeVisible();
});

test('the upload page accepts dropped files and opens the file chooser with the keyboard', async ({
  page,
}) => {
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
  await expect(page.getByRole('img', { name: 'Preview of dropped.png' })).toBeVisible();
});

test('the upload page offers the camera on a phone and fits its screen', async ({
  openPage,
  registerPlayer,
  folder,
}) => {
  const user = await registerPlayer('shutterbug');
  const page = await openPage(uploadPagePath, { user, viewport: phone, touch: true });
  const photo = page.getByLabel('Take a photo');
  await expect(photo).toBeVisible();
  await expect(photo).toHaveAttribute('capture', 'environment');
  await photo.setInputFiles(path.join(folder, 'small.jpg'));
  await expect(page.getByText('small.jpg')).toBeVisible();
  expect(await findLayoutProblems(page)).toEqual([]);
  await page.getByLabel('Caption').fill('From the pocket');
  await sendButton(page).tap();
  await expectPosted(page, 'From the pocket');
});

test('the upload page posts a picture without scripts, and keeps the caption when it is refused', async ({
  openPage,
  registerPlayer,
  folder,
}) => {
  const user = await registerPlayer('shutterbug');
  const page = await openPage(uploadPagePath, { user, javaScriptEnabled: false });
  await page.getByLabel('Caption').fill('On paper');
  await sendButton(page).click();
  await expect(page.getByText('Choose a picture first.')).toBeVisible();
  await chooser(page).setInputFiles(path.join(folder, 'page.png'));
  await sendButton(page).click();
  await expect(page.getByText('This is not a picture that we know')).toBeVisible();
  await expect(page.getByLabel('Caption')).toHaveValue('On paper');
  await chooser(page).setInputFiles(path.join(folder, 'small.jpg'));
  expect(await findLayoutProblems(page)).toEqual([]);
  await sendButton(page).click();
  await page.waitForURL('/community');
  await expect(page.locator('[data-picture] img').first()).toHaveAttribute('alt', 'On paper');
});
