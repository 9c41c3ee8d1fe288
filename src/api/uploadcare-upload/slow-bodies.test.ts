import { expect, it } from 'vitest';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { startMultipartUpload } from '#domain/gallery/uploads/start-multipart-upload.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { readConfig } from '#server/config/config.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { smallPicture, useUploads } from '#test/fixtures/uploads.ts';
import { uploadRoutes } from './upload-routes.ts';

const database = useDatabase();
const uploadScene = useUploads(database);

const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
const opening = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

/** A body that begins and does not go on. */
function begun(text: string): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  });
}

it('hold six of a node’s places for one address, and none for the others', async () => {
  const scene = await uploadScene({ config: readConfig({ TRUST_PROXY: '1' }) });
  const { options } = await scene.createUploader();
  const url = `${options.baseURL}/base/`;
  const leaving = new AbortController();
  const slow = Array.from({ length: uploadConstants.receivingPerAddress }, () =>
    fetch(url, {
      method: 'POST',
      headers: { ...form, 'X-Forwarded-For': '192.0.2.1' },
      body: begun(opening + 'x'.repeat(100_000)),
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit).catch(() => 'left'),
  );
  await expect.poll(async () => (await scene.filesLeft()).length).toBe(slow.length);
  const picture = new Blob([new Uint8Array(await smallPicture())]);
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

/** The wire without a network; what is sent is a form unless it is a part. */
async function wire(door: { silentMs?: number } = {}, overrides: Partial<Services> = {}) {
  const scene = await uploadScene(overrides);
  const { ctx, options } = await scene.createUploader();
  const fixed = { ctxOf: () => ctx, originOf: () => scene.origin, path: '', corsOrigins: [] };
  const routes = uploadRoutes({ ...fixed, ...door });
  const ask = async (method: string, path: string, body: ReadableStream) =>
    routes.request(path, { method, headers: form, body, duplex: 'half' } as RequestInit);
  return { ...scene, ctx, options, ask };
}

it('are ended when they are silent, whole files and parts, and leave nothing', async () => {
  const { ctx, options, ask, filesLeft } = await wire({ silentMs: 30 });
  const { id, signatures } = await startMultipartUpload(ctx, {
    pass: {
      publicKey: options.publicKey,
      signature: options.secureSignature,
      expire: options.secureExpire,
    },
    file: {
      name: 'a.jpg',
      bytes: uploadConstants.multipartBytesMin,
      partBytes: uploadConstants.partBytesMin,
    },
    publish: false,
  });
  const answers = await Promise.all([
    ask('POST', '/base/', begun(opening)),
    ask('POST', '/base/', begun('')),
    ask('POST', '/multipart/complete/', begun('--x\r\n')),
    ask('PUT', `/multipart/part/${id}/0?signature=${signatures[0]}`, begun('some')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([408, 408, 408, 408]);
  expect(await filesLeft()).toEqual([]);
});

/** So many pieces of a megabyte, each when it is asked for. */
function pieces(all: number) {
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

it('are read to their end before they are refused: browsers listen when they have sent all', async () => {
  const take: RateLimiter['take'] = async () => {
    throw new AppError('rate-limited', { retryAfterMs: 1_000 });
  };
  const { ask } = await wire({}, { rateLimiter: { take, async giveBack() {}, async reset() {} } });
  const part = `/multipart/part/${crypto.randomUUID()}/0`;
  for (const [method, path, status] of [
    ['POST', '/base/', 429],
    ['PUT', part, 403],
  ] as const) {
    const sent = pieces(20);
    expect((await ask(method, path, sent.body)).status).toBe(status);
    expect(sent.taken()).toBe(20);
    const endless = pieces(Number.POSITIVE_INFINITY);
    expect((await ask(method, path, endless.body)).status).toBe(status);
    expect(endless.taken()).toBeLessThan(60);
  }
});

/** A body of which a byte comes now and then, for ever. */
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

it('are ended when they come slower than anybody’s line', async () => {
  const { ask, filesLeft } = await wire({ silentMs: 60 });
  const answer = await ask('POST', '/base/', trickle(opening, 5));
  expect(answer.status).toBe(408);
  expect(await filesLeft()).toEqual([]);
});

it('are refused before the file where the signature that came first is forged', async () => {
  const { ask, options, filesLeft } = await wire({ silentMs: 30 });
  const fields = {
    UPLOADCARE_PUB_KEY: options.publicKey,
    signature: `${crypto.randomUUID()}.forged`,
    expire: options.secureExpire,
  };
  const words = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  // Not 408, although the file never ends: it is known before that it will not be taken.
  expect(
    (await ask('POST', '/base/', begun(words.join('') + opening + 'x'.repeat(10_000)))).status,
  ).toBe(403);
  expect(await filesLeft()).toEqual([]);
});

it('of seven addresses leave a place to an eighth', async () => {
  const scene = await uploadScene({ config: readConfig({ TRUST_PROXY: '1' }) });
  const { options } = await scene.createUploader();
  const url = `${options.baseURL}/base/`;
  const leaving = new AbortController();
  const all = Array.from({ length: uploadConstants.receivingMax }, (_, number) => {
    const address = `192.0.2.${1 + Math.floor(number / uploadConstants.receivingPerAddress)}`;
    return fetch(url, {
      method: 'POST',
      headers: { ...form, 'X-Forwarded-For': address },
      body: begun(opening + 'x'.repeat(10_000)),
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit).catch(() => null);
  });
  await expect
    .poll(async () => (await scene.filesLeft()).length)
    .toBe(uploadConstants.receivingMax);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await smallPicture())]), 'a.jpg');
  body.append('UPLOADCARE_PUB_KEY', options.publicKey);
  body.append('signature', options.secureSignature);
  body.append('expire', options.secureExpire);
  const headers = { 'X-Forwarded-For': '198.51.100.1' };
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  leaving.abort();
  await Promise.all(all);
});
