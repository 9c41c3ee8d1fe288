import { expect, it } from 'vitest';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { startMultipartUpload } from '#domain/gallery/uploads/start-upload.ts';
import { readConfig } from '#server/config/config.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createSmallPicture, useUploadServer } from '#test/fixtures/uploads.ts';
import type { ServicesOverrides } from '#test/fixtures/web-application.ts';
import { createUploadRoutes } from './upload-routes.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
const opening = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

/** A body that sends `text` and then nothing more, without ending. */
function startedBody(text: string): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  });
}

it('occupy at most six slots of a node per IP address, and none of other IP addresses', async () => {
  const server = await startUploads({ config: readConfig({ TRUST_PROXY: '1' }) });
  const { options } = await server.createUploader();
  const url = `${options.baseURL}/base/`;
  const leaving = new AbortController();
  const slow = Array.from({ length: uploadConstants.receivingPerAddress }, () =>
    fetch(url, {
      method: 'POST',
      headers: { ...form, 'X-Forwarded-For': '192.0.2.1' },
      body: startedBody(opening + 'x'.repeat(100_000)),
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit).catch(() => 'left'),
  );
  await expect.poll(async () => (await server.filesLeft()).length).toBe(slow.length);
  const picture = new Blob([new Uint8Array(await createSmallPicture())]);
  async function send(address: string) {
    const body = new FormData();
    body.append('UPLOADCARE_PUB_KEY', options.publicKey);
    body.append('signature', options.secureSignature);
    body.append('expire', options.secureExpire);
    body.append('file', picture, 'a.jpg');
    const headers = { 'X-Forwarded-For': address };
    const answer = await fetch(url, { method: 'POST', headers, body });
    return { status: answer.status, wait: answer.headers.get('Retry-After') };
  }
  expect(await send('192.0.2.1')).toEqual({ status: 429, wait: '15' });
  expect(await send('192.0.2.2')).toMatchObject({ status: 200 });
  leaving.abort();
  await Promise.all(slow);
  await expect.poll(async () => (await send('192.0.2.1')).status).toBe(200);
});

/** Starts the upload API without a network. Requests are forms, except parts. */
async function startUploadApi(
  apiOptions: { stallTimeoutMs?: number } = {},
  overrides: ServicesOverrides = {},
) {
  const server = await startUploads(overrides);
  const { ctx, options } = await server.createUploader();
  const fixed = { createCtx: () => ctx, getOrigin: () => server.origin, path: '', corsOrigins: [] };
  const routes = createUploadRoutes({ ...fixed, ...apiOptions });
  const ask = async (method: string, path: string, body: ReadableStream) =>
    routes.request(path, { method, headers: form, body, duplex: 'half' } as RequestInit);
  return { ...server, ctx, options, ask };
}

it('are aborted when nothing arrives, for whole files and parts, and leave no files', async () => {
  const { ctx, ask, filesLeft } = await startUploadApi({ stallTimeoutMs: 30 });
  const { id, signatures } = await startMultipartUpload(ctx, {
    userId: ctx.actor.id,
    file: {
      name: 'a.jpg',
      bytes: uploadConstants.multipartBytesMin,
      partBytes: uploadConstants.partBytesMin,
    },
    publish: false,
  });
  const answers = await Promise.all([
    ask('POST', '/base/', startedBody(opening)),
    ask('POST', '/base/', startedBody('')),
    ask('POST', '/multipart/complete/', startedBody('--x\r\n')),
    ask('PUT', `/multipart/part/${id}/0?signature=${signatures[0]}`, startedBody('some')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([408, 408, 408, 408]);
  expect(await filesLeft()).toEqual([]);
});

/** A body of chunks of one megabyte, each created when it is read. */
function createChunks(all: number) {
  let taken = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (taken === all) return controller.close();
      taken += 1;
      controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  return { body, taken: () => taken };
}

it('are read to their end before an error response, because browsers read it only then', async () => {
  const take: RateLimiter['take'] = async () => {
    throw new AppError('rate-limited', { retryAfterMs: 1_000 });
  };
  const { ask } = await startUploadApi(
    {},
    { rateLimiter: { take, async giveBack() {}, async reset() {} } },
  );
  const part = `/multipart/part/${crypto.randomUUID()}/0`;
  for (const [method, path, status] of [
    ['POST', '/base/', 429],
    ['PUT', part, 403],
  ] as const) {
    const sent = createChunks(20);
    expect((await ask(method, path, sent.body)).status).toBe(status);
    expect(sent.taken()).toBe(20);
    const endless = createChunks(Number.POSITIVE_INFINITY);
    expect((await ask(method, path, endless.body)).status).toBe(status);
    expect(endless.taken()).toBeLessThan(60);
  }
});

/** A body that sends `text`, then one byte every `everyMs`, without ending. */
function trickle(text: string, everyMs: number): ReadableStream {
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      timer = setInterval(() => controller.enqueue(new Uint8Array(1)), everyMs);
    },
    cancel: () => clearInterval(timer),
  });
}

it('are aborted when they arrive slower than any real connection', async () => {
  const { ask, filesLeft } = await startUploadApi({ stallTimeoutMs: 60 });
  const answer = await ask('POST', '/base/', trickle(opening, 5));
  expect(answer.status).toBe(408);
  expect(await filesLeft()).toEqual([]);
});

it('are rejected before the file if a forged signature comes first', async () => {
  const { ask, options, filesLeft } = await startUploadApi({ stallTimeoutMs: 30 });
  const fields = {
    UPLOADCARE_PUB_KEY: options.publicKey,
    signature: `${crypto.randomUUID()}.forged`,
    expire: options.secureExpire,
  };
  const words = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  // Not 408, although the file never ends: the upload is rejected before.
  expect(
    (await ask('POST', '/base/', startedBody(words.join('') + opening + 'x'.repeat(10_000))))
      .status,
  ).toBe(403);
  expect(await filesLeft()).toEqual([]);
});

it('of seven IP addresses leave a slot for an eighth IP address', async () => {
  const server = await startUploads({ config: readConfig({ TRUST_PROXY: '1' }) });
  const { options } = await server.createUploader();
  const url = `${options.baseURL}/base/`;
  const leaving = new AbortController();
  const all = Array.from({ length: uploadConstants.receivingMax }, (_, number) => {
    const address = `192.0.2.${1 + Math.floor(number / uploadConstants.receivingPerAddress)}`;
    return fetch(url, {
      method: 'POST',
      headers: { ...form, 'X-Forwarded-For': address },
      body: startedBody(opening + 'x'.repeat(10_000)),
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit).catch(() => null);
  });
  await expect
    .poll(async () => (await server.filesLeft()).length)
    .toBe(uploadConstants.receivingMax);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await createSmallPicture())]), 'a.jpg');
  body.append('UPLOADCARE_PUB_KEY', options.publicKey);
  body.append('signature', options.secureSignature);
  body.append('expire', options.secureExpire);
  const headers = { 'X-Forwarded-For': '198.51.100.1' };
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  leaving.abort();
  await Promise.all(all);
});
