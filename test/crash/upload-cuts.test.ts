import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pictures, uploads } from '#database/schema.ts';
import { purgeAbandonedUploads } from '#domain/gallery/uploads/purge-abandoned-uploads.ts';
import { readConfig } from '#server/config/config.ts';
import { uploadApiPath } from '#shared/constants/gallery/gallery-paths.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createSmallPicture, useUploadServer } from '../fixtures/uploads.ts';
import { startCuttingProxy } from './cutting-proxy.ts';

const database = useDatabase();
const startUploadServer = useUploadServer(database);

/** The browser build of the upload client, which pages of other sites use. */
const client = 'node_modules/@uploadcare/upload-client/dist/esm/index.browser.mjs';

interface Elsewhere {
  send(file: string, options: object): Promise<string>;
}

const elsewhere = `<!doctype html><title>Elsewhere</title><script type="module">
  import { uploadFile } from '/client.mjs';
  window.send = async (file, options) => {
    const content = await (await fetch(file)).blob();
    return uploadFile(new File([content], file), options).then(({ uuid }) => uuid, String);
  };
</script>`;

let browser: Browser;
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await startSite();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Starts a site on another origin with a page that uses the upload client, and pictures to send. */
async function startSite() {
  const [width, height] = [3300, 3100];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  const files = new Map<string, [type: string, content: Uint8Array]>([
    ['/', ['text/html', Buffer.from(elsewhere)]],
    ['/client.mjs', ['text/javascript', await readFile(client)]],
    ['/small.jpg', ['image/jpeg', await createSmallPicture(300, 200)]],
    ['/large.png', ['image/png', await noise.png({ compressionLevel: 0 }).toBuffer()]],
  ]);
  const server = createServer((request, response) => {
    const [type, content] = files.get(request.url ?? '') ?? ['text/plain', Buffer.alloc(0)];
    response.writeHead(200, { 'content-type': type }).end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function startUploader(overrides: Parameters<typeof startUploadServer>[0] = {}) {
  const config = readConfig({ CORS_ORIGINS: site.origin });
  const upload = await startUploadServer({ config, ...overrides });
  return { ...upload, ...(await upload.createUploader()) };
}

/** Sends a file of the site as its page does. Returns its id or the error. */
function send(page: Page, name: string, options: object): Promise<string> {
  return page.evaluate(([file, given]) => (window as unknown as Elsewhere).send(file, given), [
    name,
    options,
  ] as const);
}

async function openSite(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(site.origin);
  await page.waitForFunction(() => 'send' in window);
  return page;
}

const rowsOf = (id: string) => database.db.$count(pictures, eq(pictures.id, id));

describe('a browser on another origin', () => {
  it('uploads 30 MB in parts, four of which are cut in the middle', async () => {
    let ahead = 0;
    const clock = { now: () => new Date(Date.now() + ahead) };
    const { origin, options, filesLeft, ctx, actor } = await startUploader({ clock });
    // Less than a part, so that the first part of each of the four connections is cut.
    const middle = { fromBytes: 500_000, toBytes: 4_500_000, cutsMax: 4 };
    const proxy = await startCuttingProxy(origin, middle);
    const page = await openSite();
    const uuid = await send(page, 'large.png', {
      ...options,
      baseURL: proxy.origin + uploadApiPath,
    });
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(proxy.cuts()).toBe(middle.cutsMax);
    expect(await rowsOf(uuid)).toBe(1);
    await expect.poll(filesLeft).toHaveLength(2);
    ahead = 61 * 60_000;
    await purgeAbandonedUploads(ctx);
    expect(await filesLeft()).toEqual([]);
    expect(await database.db.$count(uploads, eq(uploads.userId, actor.id))).toBe(0);
    await page.close();
    await proxy.stop();
  });

  it('can read the Retry-After header and waits when it is throttled', async () => {
    const take = vi
      .fn(async () => {})
      .mockRejectedValueOnce(new AppError('rate-limited', { retryAfterMs: 1_000 }));
    const rateLimiter = { take, async giveBack() {}, async reset() {} };
    const { options } = await startUploader({ rateLimiter });
    const page = await openSite();
    const started = performance.now();
    const uuid = await send(page, 'small.jpg', options);
    expect(await rowsOf(uuid)).toBe(1);
    // The client waits for 15 s when it cannot read the header.
    expect(performance.now() - started).toBeLessThan(12_000);
    await page.close();
  });

  it('cannot use the upload API when its origin is not allowed', async () => {
    const { options, filesLeft } = await startUploader({ config: readConfig({}) });
    const page = await openSite();
    const settings = { ...options, retryNetworkErrorMaxTimes: 0 };
    expect(await send(page, 'small.jpg', settings)).toContain('Network error');
    expect(await filesLeft()).toEqual([]);
    await page.close();
  });
});

describe('an upload that is cut in the middle', () => {
  it.each([
    ['a whole file', '/base/?jsonerrors=1', 'multipart/form-data; boundary=x'],
    ['a part', null, 'image/jpeg'],
  ])('leaves no file of %s', async (_what, fixed, type) => {
    const lines: { msg: string; level: number; path?: string }[] = [];
    const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) });
    const { origin, options, filesLeft } = await startUploader({ log });
    const path = fixed ?? (await startedPart(options));
    const { pathname } = new URL(origin + uploadApiPath + path);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const head = [
      `${fixed ? 'POST' : 'PUT'} ${uploadApiPath}${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Content-Type: ${type}`,
      `Content-Length: ${5 * 1024 * 1024}`,
      '\r\n',
    ];
    socket.write(head.join('\r\n'));
    const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    socket.write(fixed ? form : '');
    socket.write(Buffer.alloc(2 * 1024 * 1024));
    await expect.poll(async () => (await filesLeft()).length).toBe(1);
    socket.destroy();
    await expect.poll(filesLeft).toEqual([]);
    // The request has ended when it is logged.
    const over = () => lines.some((line) => line.msg === 'request' && line.path === pathname);
    await expect.poll(over).toBe(true);
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });
});

type Options = Awaited<ReturnType<typeof startUploader>>['options'];

/** Starts an upload in parts. Returns the path of its first part below the upload API. */
async function startedPart(options: Options): Promise<string> {
  const form = new FormData();
  const fields = {
    UPLOADCARE_PUB_KEY: options.publicKey,
    signature: options.secureSignature,
    expire: options.secureExpire,
    size: String(12 * 1024 * 1024),
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const start = `${options.baseURL}/multipart/start/?jsonerrors=1`;
  const { parts } = await (await fetch(start, { method: 'POST', body: form })).json();
  const { pathname, search } = new URL(parts[0]);
  return pathname.replace(uploadApiPath, '') + search;
}
