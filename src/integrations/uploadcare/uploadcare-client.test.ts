import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ExternalFilesError } from '#shared/errors/external-files-error.ts';
import { createUploadcareClient } from './uploadcare-client.ts';

const id = '7c0a5b8e-6f1d-4a3b-9c2e-5d4f3e2a1b0c';
const record = {
  uuid: id,
  original_filename: 'photo.jpg',
  size: 1_000,
  mime_type: 'image/jpeg',
  is_image: true,
  is_ready: true,
  datetime_removed: null,
  datetime_uploaded: '2026-11-22T10:00:00.123456Z',
  content_info: { image: { width: 400, height: 300, orientation: 6 } },
  metadata: { album: 'fair' },
};
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A file service that answers with `answer`, and the requests that it received. */
async function createFixture(answer: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = createUploadcareClient({
    publicKey: 'public',
    secretKey: 'very-secret',
    uploadUrl: 'https://upload.example/',
    apiUrl,
    cdnUrl: `${apiUrl}/cdn/`,
    log: { info() {}, warn() {}, error() {} },
    tryMs: 300,
    callMs: 5_000,
    repeatDelayMs: 1,
  });
  return { requests, service, apiUrl };
}

/** Gives the answers one after the other, and the last one for ever. */
function answerInOrder(
  ...answers: [status: number, body?: unknown, headers?: Record<string, string>][]
) {
  let next = 0;
  const listener: RequestListener = (_, response) => {
    const [status, body, headers] = answers[Math.min(next, answers.length - 1)] ?? [500];
    next += 1;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return listener;
}

it('reads a file with its orientation applied, and never sends the secret key', async () => {
  const { requests, service } = await createFixture(answerInOrder([200, record]));
  expect(await service.find(id)).toEqual({
    id,
    name: 'photo.jpg',
    bytes: 1_000,
    kind: 'image/jpeg',
    size: { width: 300, height: 400 },
    ready: true,
    removed: false,
    uploadedAt: new Date('2026-11-22T10:00:00.123Z'),
    metadata: { album: 'fair' },
  });
  expect(requests[0]?.headers.authorization).toMatch(/^Uploadcare public:[0-9a-f]{40}$/);
  expect(JSON.stringify([requests[0]?.headers, requests[0]?.url])).not.toContain('very-secret');
});

it('has no size for a file that is not a picture or has no size in its record', async () => {
  const { service } = await createFixture(
    answerInOrder([200, { ...record, is_image: false }], [200, { ...record, content_info: null }]),
  );
  expect((await service.find(id))?.size).toBeNull();
  expect((await service.find(id))?.size).toBeNull();
});

it('distinguishes a missing file from a failed request', async () => {
  const { service } = await createFixture(answerInOrder([404, { detail: 'Not found.' }]));
  expect(await service.find(id)).toBeNull();
  await service.remove(id);
  await expect(service.store(id)).rejects.toThrow(ExternalFilesError);
});

it('retries after failures and after the named time, and then succeeds', async () => {
  const { requests, service } = await createFixture(
    answerInOrder([503], [429, { detail: 'Slow' }, { 'Retry-After': '1' }], [200, record]),
  );
  expect((await service.find(id))?.id).toBe(id);
  expect(requests).toHaveLength(3);
});

it('gives up after three attempts, and at once when the wait would be too long', async () => {
  const failing = await createFixture(answerInOrder([500]));
  await expect(failing.service.remove(id)).rejects.toThrow(ExternalFilesError);
  expect(failing.requests).toHaveLength(3);
  const busy = await createFixture(answerInOrder([429, {}, { 'Retry-After': '60' }]));
  await expect(busy.service.find(id)).rejects.toThrow(ExternalFilesError);
  expect(busy.requests).toHaveLength(1);
});

it('does not wait for a silent service, nor follow a redirect', async () => {
  const silent = await createFixture(() => {});
  await expect(silent.service.find(id)).rejects.toThrow(ExternalFilesError);
  expect(silent.requests).toHaveLength(3);
  const redirecting = await createFixture(
    answerInOrder([302, '', { Location: `${silent.apiUrl}/stolen` }]),
  );
  await expect(redirecting.service.find(id)).rejects.toThrow(ExternalFilesError);
  expect(silent.requests).toHaveLength(3);
});

it.each([
  ['a response that is not JSON', '<html>'],
  ['the record of another file', { ...record, uuid: '00000000-0000-4000-8000-000000000000' }],
  ['a response that is not a record', { results: [] }],
  ['a record without a date', { ...record, datetime_uploaded: 'yesterday' }],
  ['a response that is too large', 'x'.repeat(300_000)],
])('rejects %s', async (_what, body) => {
  const { service } = await createFixture(answerInOrder([200, body]));
  await expect(service.find(id)).rejects.toThrow(ExternalFilesError);
});

it('rejected keys are a failure of ours that is not retried', async () => {
  const { requests, service } = await createFixture(answerInOrder([401, { detail: 'Incorrect' }]));
  await expect(service.find(id)).rejects.toThrow(/answered 401/);
  expect(requests).toHaveLength(1);
});

it('returns CDN URLs of pictures without metadata, and signs uploads as the vendor documents', async () => {
  const { service, apiUrl } = await createFixture(answerInOrder([200, record]));
  expect(service.getPictureUrl(id, 480)).toBe(
    `${apiUrl}/cdn/${id}/-/strip_meta/all/-/preview/480x480/-/format/webp/`,
  );
  expect(service.uploadUrl).toBe('https://upload.example');
  // HMAC-SHA256 of the seconds with the secret key.
  expect(service.signUpload('1454903856')).toBe(
    'f92d470f875af02cfc1ab3e26c3949fe6210f1a8407f21ed8ca71888b6a5d375',
  );
});

describe('a picture', () => {
  it('is read from the CDN, also after a redirect within it', async () => {
    const { service, requests } = await createFixture((request, response) => {
      if (request.url?.startsWith('/cdn/')) response.writeHead(302, { Location: '/stored.webp' });
      response.end('a picture');
    });
    expect((await service.readPicture(id, 2048, 100)).toString()).toBe('a picture');
    expect(requests.map(({ url }) => url)).toEqual([
      `/cdn/${id}/-/strip_meta/all/-/preview/2048x2048/-/format/webp/`,
      '/stored.webp',
    ]);
  });

  it.each<[string, RequestListener]>([
    ['that is too large', (_, response) => response.end('x'.repeat(101))],
    ['that is not there', (_, response) => response.writeHead(404).end()],
    [
      'at another host',
      (_, response) => response.writeHead(302, { Location: 'http://127.0.0.2/secret' }).end(),
    ],
    ['that redirects for ever', (_, response) => response.writeHead(302, { Location: '/' }).end()],
    ['that never ends', (_, response) => void response.write('a')],
    ['whose connection ends', (request) => request.socket.destroy()],
  ])('%s is an error of the service', async (_, answer) => {
    const { service } = await createFixture(answer);
    await expect(service.readPicture(id, 2048, 100)).rejects.toBeInstanceOf(ExternalFilesError);
  });
});
