import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { getSessionCookieName } from '#domain/accounts/sessions/session-cookie.ts';
import { downloadFileName } from '#domain/gallery/storage/file-store.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDownloadGame } from '#test/fixtures/downloads.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';
import { endSlowDownloads } from './end-slow-downloads.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

async function createFixture(content = randomBytes(100_000)) {
  const server = await startUploads();
  const game = await createDownloadGame(server);
  const added = await game.addFile({ content, fileName: 'Lanterns – Café.zip' });
  const owner = await game.createOwner();
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    game.ask(owner, added.path, { headers, method });
  const eTag = `"${createHash('sha256').update(content).digest('hex')}"`;
  return { ...server, ...game, ...added, owner, get, eTag, content };
}

test('an owner downloads the file, with headers that keep it from being shown or cached by others', async () => {
  const { get, content, eTag } = await createFixture();
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '100000',
    'content-disposition':
      'attachment; filename="Lanterns ? Caf?.zip"; filename*=UTF-8\'\'Lanterns%20%E2%80%93%20Caf%C3%A9.zip',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    'accept-ranges': 'bytes',
    etag: eTag,
  });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
});

test('a range is answered with its bytes', async () => {
  const { get, content, eTag } = await createFixture();
  for (const [range, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=99000-', 99_000, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=-200000', 0, 99_999],
    ['bytes=99999-999999999999999999999', 99_999, 99_999],
    ['BYTES= 5-6 ', 5, 6],
  ] as const) {
    const response = await get({ Range: range });
    const { status, headers } = response;
    expect({
      range,
      status,
      contentRange: headers.get('Content-Range'),
      length: headers.get('Content-Length'),
      eTag: headers.get('ETag'),
    }).toEqual({
      range,
      status: 206,
      contentRange: `bytes ${first}-${last}/100000`,
      length: String(last + 1 - first),
      eTag,
    });
    expect(content.subarray(first, last + 1).equals(await response.bytes()), range).toBe(true);
  }
});

test('a range that the file does not have is refused with its size', async () => {
  const { get } = await createFixture();
  for (const range of ['bytes=100000-', 'bytes=100000-100001', 'bytes=-0']) {
    const response = await get({ Range: range });
    expect([range, response.status, response.headers.get('Content-Range')]).toEqual([
      range,
      416,
      'bytes */100000',
    ]);
    expect([range, await response.text()]).toEqual([range, '']);
  }
});

test('a range that is not one part of the file gets the whole file', async () => {
  const { get, content } = await createFixture();
  for (const range of [
    'bytes=0-1,5-6',
    'bytes=0-,0-,0-,0-',
    'bytes=5-4',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'lines=0-1',
    'bytes 0-1',
  ]) {
    const response = await get({ Range: range });
    expect([range, response.status, response.headers.get('Content-Range')]).toEqual([
      range,
      200,
      null,
    ]);
    expect(content.equals(await response.bytes()), range).toBe(true);
  }
});

test('thousands of ranges get the whole file', async () => {
  const { get } = await createFixture();
  const response = await get({ Range: `bytes=${'0-1,'.repeat(2_000)}5-6` });
  expect([response.status, response.headers.get('Content-Length')]).toEqual([200, '100000']);
  await response.body?.cancel();
});

test('a part is sent only if the client has the rest of the same file', async () => {
  const { get, eTag } = await createFixture();
  const ask = async (ifRange: string) => {
    const response = await get({ Range: 'bytes=50-59', 'If-Range': ifRange });
    return [response.status, (await response.arrayBuffer()).byteLength];
  };
  expect(await ask(eTag)).toEqual([206, 10]);
  expect(await ask(`W/${eTag}`)).toEqual([200, 100_000]);
  expect(await ask('"other"')).toEqual([200, 100_000]);
  expect(await ask('Thu, 26 Nov 2026 12:00:00 GMT')).toEqual([200, 100_000]);
});

test('a client that has the file gets 304, and one that expects another file 412', async () => {
  const { get, eTag } = await createFixture();
  const statusOf = async (headers: Record<string, string>) => {
    const response = await get(headers);
    return [response.status, (await response.arrayBuffer()).byteLength];
  };
  expect(await statusOf({ 'If-None-Match': `"x", W/${eTag}` })).toEqual([304, 0]);
  expect(await statusOf({ 'If-None-Match': '"x"' })).toEqual([200, 100_000]);
  expect(await statusOf({ 'If-Match': `"x", ${eTag}` })).toEqual([200, 100_000]);
  expect(await statusOf({ 'If-Match': '*' })).toEqual([200, 100_000]);
  expect(await statusOf({ 'If-Match': '"x"', Range: 'bytes=0-1' })).toEqual([412, 0]);
});

test('HEAD has the headers of the whole file, also with a range', async () => {
  const { get, eTag } = await createFixture();
  for (const headers of [{}, { Range: 'bytes=0-1' }] as Record<string, string>[]) {
    const response = await get(headers, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Length')).toBe('100000');
    expect(response.headers.get('ETag')).toBe(eTag);
    expect(response.headers.get('Accept-Ranges')).toBe('bytes');
    expect(response.headers.get('Content-Disposition')).toContain('attachment');
    expect(await response.text()).toBe('');
  }
});

/** Reads at least `bytes` bytes of a download and then cuts the connection. */
async function readAndCut(url: string, cookie: string, bytes: number): Promise<Buffer> {
  const request = httpGet(url, { headers: { Cookie: cookie }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) {
    pieces.push(piece);
    if (Buffer.concat(pieces).length >= bytes) break;
  }
  request.destroy();
  return Buffer.concat(pieces);
}

test('a download that was cut is resumed, and the bytes are those of the file', async () => {
  const { origin, path, owner, get, content, eTag } = await createFixture(randomBytes(8_000_000));
  const cookie = `${getSessionCookieName(false)}=${owner.cookie}`;
  let received = await readAndCut(origin + path, cookie, 1_000_000);
  expect(received.length).toBeLessThan(content.length);
  const rest = await get({ Range: `bytes=${received.length}-`, 'If-Range': eTag });
  expect(rest.status).toBe(206);
  received = Buffer.concat([received, Buffer.from(await rest.arrayBuffer())]);
  expect(received.equals(content)).toBe(true);
});

test('a download whose file was replaced meanwhile starts again with the new file', async () => {
  const { get, eTag, id, addFile } = await createFixture();
  const next = await addFile({ content: randomBytes(50), fields: { downloadId: id } });
  expect(next.id).toBe(id);
  const response = await get({ Range: 'bytes=10-', 'If-Range': eTag });
  expect([response.status, response.headers.get('Content-Length')]).toEqual([200, '50']);
  expect(response.headers.get('ETag')).not.toBe(eTag);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(next.content);
});

test('a download goes on although its file is replaced or removed', async () => {
  const { get, id, addFile, content } = await createFixture(randomBytes(20_000_000));
  const response = await get();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await addFile({ fields: { downloadId: id } });
  const pieces = [first?.value ?? new Uint8Array()];
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
    pieces.push(next.value);
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
});

test('an account downloads four files at once; a place is free again when a client leaves', async () => {
  const { get, createOwner, ask, path } = await createFixture(randomBytes(20_000_000));
  const leaving = new AbortController();
  const owner = await createOwner();
  const open = () => ask(owner, path, { signal: leaving.signal });
  const unread = [];
  for (let count = 0; count < downloadConstants.sendingPerAccount; count += 1)
    unread.push(await open());
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = await ask(owner, path);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '15']);
  expect(await textOf(refused)).toContain('You are downloading 4 files already.');
  // Ranges count too, HEAD does not, and other players have places of their own.
  expect((await ask(owner, path, { headers: { Range: 'bytes=0-1' } })).status).toBe(429);
  expect((await ask(owner, path, { method: 'HEAD' })).status).toBe(200);
  expect((await get({ Range: 'bytes=0-1' })).status).toBe(206);
  leaving.abort();
  const again = () => ask(owner, path, { headers: { Range: 'bytes=0-1' } });
  await expect.poll(async () => (await again()).status).toBe(206);
});

describe('a client that reads too slowly', () => {
  test('loses its download, whose file is closed', async () => {
    vi.useFakeTimers();
    try {
      const file = Readable.from(Array.from({ length: 1_000 }, () => Buffer.alloc(64_000)));
      const onClose = vi.fn();
      const passed = endSlowDownloads(file, { checkEveryMs: 1_000, bytesPerCheck: 1_000 }, onClose);
      const failed = new Promise((resolve) => passed.once('error', resolve));
      passed.read(1);
      // What fits into the buffers counts as read.
      await vi.advanceTimersByTimeAsync(1_000);
      expect(passed.destroyed).toBe(false);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await failed).toMatchObject({ message: 'The client reads too slowly.' });
      expect([file.destroyed, onClose.mock.calls.length]).toEqual([true, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('gets all of it as long as it reads', async () => {
    const content = randomBytes(100_000);
    const onClose = vi.fn();
    const file = Readable.from([content.subarray(0, 50_000), content.subarray(50_000)]);
    const limits = { checkEveryMs: 60_000, bytesPerCheck: 1 };
    const passed = endSlowDownloads(file, limits, onClose);
    expect(await buffer(passed)).toEqual(content);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });
});

test('a file that the store does not have as it was added is not sent', async () => {
  const { get, ctx, folder, listFiles } = await createFixture();
  const [file] = await listFiles();
  if (!file) throw new Error('The file is stored.');
  await ctx.gallery.fileStore.remove(downloadFileName(file.id));
  const gone = await get();
  expect(gone.status).toBe(503);
  expect(await textOf(gone)).toContain('This file cannot be read at the moment.');
  await writeFile(`${folder}/short`, 'short');
  await ctx.gallery.fileStore.save(downloadFileName(file.id), `${folder}/short`);
  expect((await get()).status).toBe(503);
  expect((await get({ Range: 'bytes=0-9' })).status).toBe(503);
});
