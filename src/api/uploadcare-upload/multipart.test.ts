import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pictures, uploads } from '#database/schema.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { createS3FileStore } from '#integrations/s3/s3-file-store.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { startS3Server } from '#test/fakes/s3-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createPartsClient,
  createPictureInParts,
  partBytes,
} from '#test/fixtures/upload-in-parts.ts';
import { createSmallPicture, useUploadServer } from '#test/fixtures/uploads.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

type Scene = Awaited<ReturnType<typeof startUploads>>;

async function startWithRawClient() {
  const server = await startUploads();
  const uploader = await server.createUploader();
  return {
    server,
    uploader,
    client: createPartsClient(uploader.options),
    pieces: await createPictureInParts(),
  };
}

describe('an upload in parts', () => {
  it('accepts parts in any order and at the same time, at URLs of this server', async () => {
    const { server, client, pieces } = await startWithRawClient();
    const { uuid, parts } = await client.start();
    expect(parts).toHaveLength(3);
    expect(parts.every((url) => url.startsWith(`${server.origin}/api/upload/`))).toBe(true);
    const order = [2, 0, 1];
    const sent = order.map((number) => client.put(parts[number] ?? '', pieces[number] as Buffer));
    expect(await Promise.all(sent)).toEqual([200, 200, 200]);
    expect(await client.complete(uuid)).toMatchObject({ uuid, is_ready: true, is_image: true });
    expect(await server.filesLeft()).toHaveLength(2);
  });

  it('accepts each part on another node and completes on any, if the files are in S3', async () => {
    const s3 = await startS3Server();
    try {
      const nodes = [];
      for (let count = 0; count < 3; count += 1) {
        nodes.push(await startUploads({ gallery: { fileStore: createS3FileStore(s3) } }));
      }
      const [first, second, third] = nodes as [Scene, Scene, Scene];
      const { options } = await first.createUploader();
      const pieces = await createPictureInParts();
      const { uuid, parts } = await createPartsClient(options).start();
      const on = (node: Scene) =>
        createPartsClient({
          ...options,
          baseURL: options.baseURL.replace(first.origin, node.origin),
        });
      for (const [number, node] of nodes.entries()) {
        const url = (parts[number] ?? '').replace(first.origin, node.origin);
        expect(await on(node).put(url, pieces[number] as Buffer)).toBe(200);
      }
      expect(await on(third).complete(uuid)).toMatchObject({ uuid, is_ready: true });
      expect(await on(second).complete(uuid)).toMatchObject({ uuid, is_ready: true });
      for (const node of nodes) expect(await node.filesLeft()).toEqual([]);
    } finally {
      await s3.close();
    }
  });

  it('reports missing parts, and completes after they arrived', async () => {
    const { server, client, pieces } = await startWithRawClient();
    const { uuid, parts } = await client.start();
    for (const number of [0, 2]) await client.put(parts[number] ?? '', pieces[number] as Buffer);
    const { error } = await client.complete(uuid);
    expect(error).toMatchObject({
      error_code: 'MultipartUploadSizeTooSmallError',
      content: 'File size mismatch. Not all parts uploaded?',
    });
    await client.put(parts[1] ?? '', pieces[1] as Buffer);
    expect((await client.complete(uuid)).is_ready).toBe(true);
    expect(await server.filesLeft()).toHaveLength(2);
  });

  it('uses the later of two parts with the same number', async () => {
    const { server, client, pieces } = await startWithRawClient();
    const { uuid, parts } = await client.start();
    const junk = Buffer.alloc(partBytes, 'x');
    await client.put(parts[0] ?? '', junk);
    server.ctx.testClock.advance(10);
    for (const number of [0, 1, 2]) await client.put(parts[number] ?? '', pieces[number] as Buffer);
    expect(await server.filesLeft()).toHaveLength(3);
    expect((await client.complete(uuid)).is_ready).toBe(true);
    expect(await server.filesLeft()).toHaveLength(2);
  });

  it('answers a second completion like the first, even at the same time', async () => {
    const { client, pieces } = await startWithRawClient();
    const { uuid, parts } = await client.start();
    for (const number of [0, 1, 2]) await client.put(parts[number] ?? '', pieces[number] as Buffer);
    const both = await Promise.all([client.complete(uuid), client.complete(uuid)]);
    expect(both.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(both.some((one) => one.is_ready)).toBe(true);
    expect(await client.complete(uuid)).toMatchObject({ uuid, is_ready: true });
    expect(await database.db.$count(pictures, eq(pictures.id, uuid))).toBe(1);
  });

  it('rejects parts of the wrong size, forged URLs and invalid part numbers', async () => {
    const { server, client, pieces } = await startWithRawClient();
    const { uuid, parts } = await client.start();
    const [first = '', second = '', third = ''] = parts;
    const short = pieces[0]?.subarray(1) as Buffer;
    expect(await client.put(first, short)).toBe(400);
    // Too many bytes are rejected while they arrive; the response waits until the client has sent everything.
    expect(await client.put(third, pieces[0] as Buffer)).toBe(400);
    const signature = (url: string) => new URL(url).searchParams.get('signature') ?? '';
    const forged = first.replace(signature(first), signature(second));
    expect(await client.put(forged, pieces[0] as Buffer)).toBe(403);
    expect(await client.put(first.replace('/0?', '/7?'), pieces[0] as Buffer)).toBe(403);
    expect(await client.put(first.replace(uuid, randomUUID()), pieces[0] as Buffer)).toBe(403);
    expect(await client.put(first.replace(uuid, '..%2f..%2fx'), pieces[0] as Buffer)).toBe(404);
    expect(await server.filesLeft()).toEqual([]);
  });

  it('rejects a part that is sent too often', async () => {
    const { client, pieces } = await startWithRawClient();
    const { parts } = await client.start();
    const sent = [];
    for (let count = 0; count < 3 * uploadConstants.attemptsPerPart + 1; count += 1) {
      sent.push(await client.put(parts[2] ?? '', pieces[2] as Buffer));
    }
    expect(sent.pop()).toBe(429);
    expect(new Set(sent)).toEqual(new Set([200]));
  });

  it.each([
    [{ size: String(51_000_000) }, 'FileSizeLimitExceededError'],
    [{ size: '1e99' }, 'MultipartSizeInvalidError'],
    [{ size: '-1' }, 'MultipartSizeInvalidError'],
    [{ size: '1.5' }, 'MultipartSizeInvalidError'],
    [{ size: '1000' }, 'MultipartFileSizeTooSmallError'],
    [{ part_size: '1' }, 'MultipartPartSizeTooSmallError'],
    [{ part_size: 'NaN' }, 'MultipartPartSizeInvalidError'],
  ])('cannot start with %j', async (fields, code) => {
    const { client } = await startWithRawClient();
    expect((await client.start(fields)).error?.error_code).toBe(code);
  });

  it('can start as the third if one of two received nothing for a minute, and ends that one', async () => {
    const { server, client, pieces } = await startWithRawClient();
    const [first, second] = [await client.start(), await client.start()];
    server.ctx.testClock.advance(1_000);
    await client.put(first.parts[0] ?? '', pieces[0] as Buffer);
    await client.put(second.parts[0] ?? '', pieces[0] as Buffer);
    const third = await client.start();
    expect(third.error?.error_code).toBe('RequestThrottledError');
    expect(Number(third.retryAfter)).toBeGreaterThan(0);
    server.ctx.testClock.advance(50_000);
    expect(await client.put(second.parts[0] ?? '', pieces[0] as Buffer)).toBe(200);
    server.ctx.testClock.advance(15_000);
    expect((await client.start()).error).toBeUndefined();
    expect(await client.put(first.parts[0] ?? '', pieces[0] as Buffer)).toBe(404);
    expect(await client.put(second.parts[1] ?? '', pieces[1] as Buffer)).toBe(200);
  });

  it('leaves no files when it had to give way', async () => {
    const { server, client, pieces } = await startWithRawClient();
    for (let count = 0; count < 2; count += 1) {
      server.ctx.testClock.advance(1_000);
      const { parts } = await client.start();
      for (const number of [0, 1]) await client.put(parts[number] ?? '', pieces[number] as Buffer);
    }
    expect(await server.filesLeft()).toHaveLength(4);
    server.ctx.testClock.advance(61_000);
    expect((await client.start()).error).toBeUndefined();
    expect(await server.filesLeft()).toHaveLength(2);
  });

  it('continues after a pause if no other upload needed its place', async () => {
    const { server, client, pieces } = await startWithRawClient();
    const first = await client.start();
    server.ctx.testClock.advance(61_000);
    const second = await client.start();
    for (const { uuid, parts } of [first, second]) {
      const sent = parts.map((url, number) => client.put(url, pieces[number] as Buffer));
      expect(await Promise.all(sent)).toEqual([200, 200, 200]);
      expect((await client.complete(uuid)).is_ready).toBe(true);
    }
  });

  it('does not block its repetition if its answer was lost', async () => {
    const { server, client, pieces } = await startWithRawClient();
    const heard = await client.start();
    server.ctx.testClock.advance(10);
    await client.put(heard.parts[0] ?? '', pieces[0] as Buffer);
    await client.start();
    expect((await client.start()).error?.error_code).toBe('RequestThrottledError');
    server.ctx.testClock.advance(2_000);
    expect((await client.start()).error).toBeUndefined();
    expect(await client.put(heard.parts[1] ?? '', pieces[1] as Buffer)).toBe(200);
  });

  it('is deleted after an hour without data, and not before', async () => {
    const { server, client, pieces } = await startWithRawClient();
    const { uuid, parts } = await client.start();
    await client.put(parts[0] ?? '', pieces[0] as Buffer);
    server.ctx.testClock.advance(58 * 60_000);
    expect(await client.put(parts[1] ?? '', pieces[1] as Buffer)).toBe(200);
    await server.purgeLater(59);
    expect(await server.filesLeft()).toHaveLength(2);
    await server.purgeLater(2);
    expect(await server.filesLeft()).toEqual([]);
    expect(await database.db.$count(uploads, eq(uploads.id, uuid))).toBe(0);
    expect((await client.complete(uuid)).error?.error_code).toBe('FileNotFoundError');
    expect(await client.put(parts[2] ?? '', pieces[2] as Buffer)).toBe(404);
  });
});

describe('an upload of another player', () => {
  it('cannot be posted or completed by someone who knows its id', async () => {
    const { server, uploader, client, pieces } = await startWithRawClient();
    const { uuid, parts } = await client.start();
    for (const number of [0, 1, 2]) await client.put(parts[number] ?? '', pieces[number] as Buffer);
    const thief = await server.createUploader();
    expect((await createPartsClient(thief.options).complete(uuid)).is_ready).toBe(true);
    const posting = postPicture(thief.ctx, { id: uuid, caption: '' });
    await expect(posting).rejects.toMatchObject({ code: 'picture-gone' });
    await postPicture(uploader.ctx, { id: uuid, caption: '' });
  });
});

describe('an invalid form', () => {
  const boundary = { 'Content-Type': 'multipart/form-data; boundary=x' };
  it.each([
    [{}, 'no form'],
    [{ 'Content-Type': 'multipart/form-data' }, '--x--'],
    [{ 'Content-Type': 'application/json' }, '{}'],
    [boundary, '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ncut'],
    [boundary, ''],
  ])('gets the error for invalid forms (%j)', async (headers, body) => {
    const { server, uploader } = await startWithRawClient();
    const send = (query: string) =>
      fetch(`${uploader.options.baseURL}/base/${query}`, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
      });
    const error = await (await send('?jsonerrors=1')).json();
    expect(error).toMatchObject({ error: { status_code: 400, error_code: expect.any(String) } });
    const plain = await send('');
    expect(plain.status).toBe(400);
    expect(plain.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await server.filesLeft()).toEqual([]);
  });

  it('gets an error that names the missing field', async () => {
    const { uploader } = await startWithRawClient();
    const { baseURL, publicKey } = uploader.options;
    const ask = async (path: string) => (await fetch(baseURL + path)).text();
    expect(await ask('/info/?file_id=x')).toBe('pub_key is required.');
    expect(await ask(`/info/?pub_key=${publicKey}`)).toBe('file_id is required.');
    const unknown = await fetch(`${baseURL}/info/?pub_key=${publicKey}&file_id=${randomUUID()}`);
    expect([unknown.status, await unknown.text()]).toEqual([404, 'File is not found.']);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await createSmallPicture())]), 'a.jpg');
    const keyless = await fetch(`${baseURL}/base/`, { method: 'POST', body: form });
    expect([keyless.status, await keyless.text()]).toEqual([
      403,
      'UPLOADCARE_PUB_KEY is required.',
    ]);
  });
});
