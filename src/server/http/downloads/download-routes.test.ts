import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDownloadGame } from '#test/fixtures/downloads.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

async function createFixture(content = randomBytes(100_000)) {
  const server = await startUploads();
  const game = await createDownloadGame(server);
  const added = await game.addFile({ content, fileName: 'Lanterns – Türöffner.zip' });
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
      'attachment; filename="Lanterns _ T_r_ffner.zip"; filename*=UTF-8\'\'Lanterns%20%E2%80%93%20T%C3%BCr%C3%B6ffner.zip',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'accept-ranges': 'bytes',
    etag: eTag,
  });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
});

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=10-19', 10, 19],
  ['bytes=99000-', 99_000, 99_999],
  ['bytes=-10', 99_990, 99_999],
  ['bytes=-200000', 0, 99_999],
  ['bytes=99999-999999999999999999999', 99_999, 99_999],
  ['BYTES= 5-6 ', 5, 6],
])('the range %j is answered with these bytes', async (range, first, last) => {
  const { get, content, eTag } = await createFixture();
  const response = await get({ Range: range });
  expect(response.status).toBe(206);
  expect(response.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/100000`);
  expect(response.headers.get('Content-Length')).toBe(String(last + 1 - first));
  expect(response.headers.get('ETag')).toBe(eTag);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content.subarray(first, last + 1));
});
