import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { derivePublicKey, deriveSecretKey } from '#domain/gallery/file-rest-api/service-keys.ts';
import { createSecretKeys } from '#domain/secrets/derived-keys.ts';
import { cleanUp, startGuildhall } from '#test/crash/guildhall-process.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { plainImage } from '../fixtures/generated-images.ts';
import { test as base, expect } from './fixtures/test.ts';
import { registerTestUser } from './fixtures/test-user.ts';

interface ExternalGallery {
  /** The application whose pictures are in a file service, and its data folder. */
  origin: string;
  dataDir: string;
  /** Another Guildhall, which is the file service. */
  service: { origin: string; listFiles(): Promise<string[]> };
}

/** A large picture that does not compress, so that it is sent in parts. */
async function noise(): Promise<Buffer> {
  const raw = { width: 3100, height: 2900, channels: 3 } as const;
  const bytes = randomBytes(raw.width * raw.height * raw.channels);
  return sharp(bytes, { raw }).png({ compressionLevel: 0 }).toBuffer();
}

/** The origin of a free port, because the file service needs the origin before the application starts. */
async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

const test = base.extend<{ external: ExternalGallery }>({
  external: async ({ browserName: _ }, use) => {
    const [dataDir, serviceDir] = [await makePreparedDataDir(), await makePreparedDataDir()];
    const PORT = await findFreePort();
    const secret = randomBytes(32).toString('hex');
    const service = await startGuildhall(serviceDir, {
      GUILDHALL_SECRET: secret,
      CORS_ORIGINS: `http://127.0.0.1:${PORT}`,
    });
    const keys = createSecretKeys(secret);
    const { origin } = await startGuildhall(dataDir, {
      PORT,
      UPLOADCARE_PUBLIC_KEY: derivePublicKey(keys),
      UPLOADCARE_SECRET_KEY: deriveSecretKey(keys),
      UPLOADCARE_UPLOAD_URL: `${service.origin}/api/upload`,
      UPLOADCARE_API_URL: service.origin,
      UPLOADCARE_CDN_URL: `${service.origin}/photos`,
    });
    const listFiles = async () => {
      const folder = path.join(serviceDir, 'gallery');
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    };
    await use({ origin, dataDir, service: { origin: service.origin, listFiles } });
    await cleanUp(dataDir);
    await cleanUp(serviceDir);
  },
});

test.use({ loadsImages: true });

test('pictures are sent to the external file service and shown from there in both sizes', async ({
  createContext,
  external,
}) => {
  const { service, origin } = external;
  const user = await registerTestUser(external, 'shutterbug');
  const context = await createContext({ user });
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  const sent: string[] = [];
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
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
    await expect(send).toBeDisabled();
    const file = { name: `${caption}.png`, mimeType: 'image/png', buffer };
    await page.getByLabel('Choose a picture').setInputFiles(file);
    await expect(page.getByText(file.name)).toBeVisible();
    await page.getByLabel('Caption').fill(caption);
    await send.click();
    await page.waitForURL(`${origin}/community`);
    const newest = page.locator('[data-picture] img').first();
    await expect(newest).toHaveAttribute('alt', caption);
    await expect
      .poll(() => newest.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(480);
    await expect.poll(() => newest.getAttribute('src')).toContain(`${service.origin}/photos/`);
  }
  const parts = sent.filter((one) => one.startsWith('PUT /api/upload/multipart/part/'));
  expect(parts).toHaveLength(6);
  expect(sent).toContain('POST /api/upload/base/');
  expect(await service.listFiles()).toHaveLength(4);
  expect(consoleErrors).toEqual([]);
});
