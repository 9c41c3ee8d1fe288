import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HostedFilesError } from '#shared/errors/hosted-files-error.ts';
import { createUploadcare } from './uploadcare-client.ts';

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

/** The service as `answer` has it, and what it was asked. */
async function scene(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = createUploadcare({
    publicKey: 'public',
    secretKey: 'very-secret',
    uploadUrl: 'https://upload.example/',
    apiUrl,
    cdnUrl: 'https://cdn.example/',
    log: { info() {}, warn() {}, error() {} },
    tryMs: 300,
    callMs: 5_000,
    repeatDelayMs: 1,
  });
  return { asked, service, apiUrl };
}

/** Answers in turn, the last for ever. */
function inTurn(...answers: [status: number, body?: unknown, headers?: Record<string, string>][]) {
  let next = 0;
  const listener: RequestListener = (_, response) => {
    const [status, body, headers] = answers[Math.min(next, answers.length - 1)] ?? [500];
    next += 1;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return listener;
}

it('reads a file, upright, and never sends the secret key', async () => {
  const { asked, service } = await scene(inTurn([200, record]));
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
  expect(asked[0]?.headers.authorization).toMatch(/^Uploadcare public:[0-9a-f]{40}$/);
  expect(JSON.stringify([asked[0]?.headers, asked[0]?.url])).not.toContain('very-secret');
});

it('knows no size of what is no picture, and of what is not told', async () => {
  const { service } = await scene(
    inTurn([200, { ...record, is_image: false }], [200, { ...record, content_info: null }]),
  );
  expect((await service.find(id))?.size).toBeNull();
  expect((await service.find(id))?.size).toBeNull();
});

it('tells what is not there from what cannot be asked', async () => {
  const { service } = await scene(inTurn([404, { detail: 'Not found.' }]));
  expect(await service.find(id)).toBeNull();
  await service.remove(id);
  await expect(service.store(id)).rejects.toThrow(HostedFilesError);
});

it('asks again after failures and when it is told to wait, and then succeeds', async () => {
  const { asked, service } = await scene(
    inTurn([503], [429, { detail: 'Slow' }, { 'Retry-After': '1' }], [200, record]),
  );
  expect((await service.find(id))?.id).toBe(id);
  expect(asked).toHaveLength(3);
});

it('gives up after three tries, and at once where waiting takes too long', async () => {
  const failing = await scene(inTurn([500]));
  await expect(failing.service.remove(id)).rejects.toThrow(HostedFilesError);
  expect(failing.asked).toHaveLength(3);
  const busy = await scene(inTurn([429, {}, { 'Retry-After': '60' }]));
  await expect(busy.service.find(id)).rejects.toThrow(HostedFilesError);
  expect(busy.asked).toHaveLength(1);
});

it('does not wait for who is silent, nor follow where it is sent', async () => {
  const silent = await scene(() => {});
  await expect(silent.service.find(id)).rejects.toThrow(HostedFilesError);
  expect(silent.asked).toHaveLength(3);
  const leading = await scene(inTurn([302, '', { Location: `${silent.apiUrl}/stolen` }]));
  await expect(leading.service.find(id)).rejects.toThrow(HostedFilesError);
  expect(silent.asked).toHaveLength(3);
});

it.each([
  ['no JSON', '<html>'],
  ['another file', { ...record, uuid: '00000000-0000-4000-8000-000000000000' }],
  ['no record', { results: [] }],
  ['no date', { ...record, datetime_uploaded: 'yesterday' }],
  ['too much', 'x'.repeat(300_000)],
])('takes %s for no answer', async (_what, body) => {
  const { service } = await scene(inTurn([200, body]));
  await expect(service.find(id)).rejects.toThrow(HostedFilesError);
});

it('refused keys are a failure of ours that is not repeated', async () => {
  const { asked, service } = await scene(inTurn([401, { detail: 'Incorrect' }]));
  await expect(service.find(id)).rejects.toThrow(/answered 401/);
  expect(asked).toHaveLength(1);
});

it('has pictures at the CDN without metadata, and takes uploads signed as its vendor says', async () => {
  const { service } = await scene(inTurn([200, record]));
  expect(service.addressOf(id, 480)).toBe(
    `https://cdn.example/${id}/-/strip_meta/all/-/preview/480x480/-/format/webp/`,
  );
  expect(service.uploadUrl).toBe('https://upload.example');
  // HMAC-SHA256 of the seconds by the secret key.
  expect(service.signUpload('1454903856')).toBe(
    'f92d470f875af02cfc1ab3e26c3949fe6210f1a8407f21ed8ca71888b6a5d375',
  );
});
