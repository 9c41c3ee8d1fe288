import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { derivePublicKey, deriveSecretKey } from '#domain/gallery/file-service/service-keys.ts';
import { readConfig } from '#server/config/config.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { cleanUp, startGuildhall } from '../crash/guildhall-process.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { useDatabase } from '../fixtures/database.ts';
import { plainImage } from '../fixtures/generated-images.ts';
import { useUploadServer } from '../fixtures/uploads.ts';
import { captureStorageState, contextFor, register } from './fixtures/test-users.ts';

const startServiceServer = useUploadServer(useDatabase());
let browser: Browser;
let dataDir = '';

beforeAll(async () => {
  [browser, dataDir] = await Promise.all([launchBrowser(), makePreparedDataDir()]);
});
afterAll(async () => {
  await browser?.close();
  await cleanUp(dataDir);
});

/** A large picture that does not compress, so that it is sent in parts. */
async function noise(): Promise<Buffer> {
  const raw = { width: 3100, height: 2900, channels: 3 } as const;
  const bytes = randomBytes(raw.width * raw.height * raw.channels);
  return sharp(bytes, { raw }).png({ compressionLevel: 0 }).toBuffer();
}

/** The origin of a free port, because the file service needs the origin before the application starts. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/** Starts the built application with another Guildhall as its file service. */
async function openHouse() {
  const PORT = await freePort();
  const CORS_ORIGINS = `http://127.0.0.1:${PORT}`;
  const service = await startServiceServer({ config: readConfig({ CORS_ORIGINS }) });
  service.ctx.testClock.advance(Date.now() - service.ctx.clock.now().getTime());
  const guildhall = await startGuildhall(dataDir, {
    PORT,
    UPLOADCARE_PUBLIC_KEY: derivePublicKey(service.ctx.secret),
    UPLOADCARE_SECRET_KEY: deriveSecretKey(service.ctx.secret),
    UPLOADCARE_UPLOAD_URL: `${service.origin}/api/upload`,
    UPLOADCARE_API_URL: service.origin,
    UPLOADCARE_CDN_URL: `${service.origin}/photos`,
  });
  return { service, origin: guildhall.origin };
}

it('pictures are sent to the hosted file service and shown from there in both sizes', async () => {
  const { service, origin } = await openHouse();
  const state = await captureStorageState(browser, (page) => register(page, origin, 'shutterbug'));
  const viewport = { width: 1280, height: 900 };
  const context = await contextFor(browser, state, { viewport, theme: 'dark' });
  const page = await context.newPage();
  const faults: string[] = [];
  const sent: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    const { origin: to, pathname } = new URL(request.url());
    if (to === service.origin) sent.push(`${request.method()} ${pathname}`);
  });
  const files = [
    { caption: 'Small', buffer: await plainImage(640, 400).jpeg().toBuffer() },
    { caption: 'Large', buffer: await noise() },
  ];
  for (const { caption, buffer } of files) {
    await page.goto(`${origin}/community/camera`);
    const send = page.getByRole('button', { name: 'Send photo' });
    // When scripts run, the button is disabled until a picture is chosen.
    await expect.poll(() => send.isDisabled()).toBe(true);
    const file = { name: `${caption}.png`, mimeType: 'image/png', buffer };
    await page.getByLabel('Choose a picture').setInputFiles(file);
    await page.getByText(file.name).waitFor();
    await page.getByLabel('Caption').fill(caption);
    await send.click();
    await page.waitForURL(`${origin}/community`);
    const newest = page.locator('[data-picture] img').first();
    await expect.poll(() => newest.getAttribute('alt')).toBe(caption);
    await expect
      .poll(() => newest.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(480);
    await expect.poll(() => newest.getAttribute('src')).toContain(`${service.origin}/photos/`);
  }
  const parts = sent.filter((one) => one.startsWith('PUT /api/upload/multipart/part/'));
  expect(parts).toHaveLength(6);
  expect(sent).toContain('POST /api/upload/base/');
  expect(await service.filesLeft()).toHaveLength(4);
  expect(faults).toEqual([]);
});
