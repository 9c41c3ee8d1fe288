import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pictures } from '#database/schema.ts';
import { deletePicture } from '#domain/gallery/delete-picture.ts';
import { pictureFileName } from '#domain/gallery/storage/file-store.ts';
import { createS3FileStore } from '#integrations/s3/s3-file-store.ts';
import { startS3Server } from '#test/fakes/s3-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

async function scene(overrides: Parameters<typeof startUploads>[0] = {}) {
  const { ctx, origin } = await startUploads(overrides);
  const uploader = await createPlayer(database.db);
  const id = await createPicture(ctx, { userId: uploader.id });
  const [row] = await database.db.select().from(pictures).where(eq(pictures.id, id));
  const hash = row?.fullHash ?? '';
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { redirect: 'manual', ...init });
  return { ctx, uploader, id, hash, path: `/photos/${id}/${hash}.webp`, ask };
}

test('a picture is served with its type, can be cached forever and cannot run scripts', async () => {
  const { ask, path, hash } = await scene();
  const response = await ask(path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(`${hash} in its bytes`.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    etag: `"${hash}"`,
  });
  expect(await response.text()).toBe(`${hash} in its bytes`);
});

test('a client that has the picture gets 304, and HEAD has no body', async () => {
  const { ask, path, hash } = await scene();
  const known = await ask(path, { headers: { 'If-None-Match': `W/"${hash}"` } });
  expect([known.status, await known.text()]).toEqual([304, '']);
  const head = await ask(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('Content-Length')]).toEqual([
    200,
    String(`${hash} in its bytes`.length),
  ]);
  expect(await head.text()).toBe('');
});

test('the id of a picture redirects to the full size while it is in the gallery', async () => {
  const { ask, id, path, ctx, uploader } = await scene();
  const found = await ask(`/photos/${id}/`);
  expect([found.status, found.headers.get('Location')]).toEqual([302, path]);
  await deletePicture({ ...ctx, actor: uploader }, { id });
  expect((await ask(`/photos/${id}/`)).status).toBe(404);
  expect((await ask(path)).status).toBe(404);
});

test('a deleted picture is not served, even if its files could not be deleted', async () => {
  const { ask, path, hash, id, ctx, uploader } = await scene();
  const remove = async () => {
    throw new Error('The disk is away.');
  };
  await deletePicture(
    {
      ...ctx,
      actor: uploader,
      gallery: { ...ctx.gallery, fileStore: { ...ctx.gallery.fileStore, remove } },
    },
    { id },
  );
  const kept = await ctx.gallery.fileStore.open(pictureFileName(id, hash));
  expect(kept).not.toBeNull();
  kept?.stream.destroy();
  expect((await ask(path)).status).toBe(404);
  expect((await ask(path, { method: 'HEAD' })).status).toBe(404);
  expect((await ask(path, { headers: { 'If-None-Match': `"${hash}"` } })).status).toBe(404);
});

test('a picture with a missing size is not served', async () => {
  const { ask, path, id } = await scene();
  await database.db.update(pictures).set({ keptAt: null }).where(eq(pictures.id, id));
  expect((await ask(path)).status).toBe(404);
});

test('the id of a picture is case-insensitive', async () => {
  const { ask, id, path } = await scene();
  expect((await ask(`/photos/${id.toUpperCase()}/`)).headers.get('Location')).toBe(path);
  const file = await ask(path.replace(id, id.toUpperCase()));
  expect(file.status).toBe(200);
  await file.body?.cancel();
  const unknown = 'ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF';
  expect((await ask(`/photos/${unknown}/`)).status).toBe(404);
  expect((await ask(path.replace(id, unknown))).status).toBe(404);
});

test('no other files of the disk are served', async () => {
  const { ask, id, hash, path } = await scene();
  const tries = [
    path.replace(hash, 'ab'.repeat(32)),
    path.replace(hash, hash.toUpperCase()),
    path.replace('.webp', ''),
    path.replace('.webp', '.webp/'),
    `/photos/..%2f..%2fsecret/${hash}.webp`,
    `/photos/${id}/..%2f..%2f..%2fsecret`,
    `/photos/${id}`,
    '/photos/',
    '/photos/no-id/',
  ];
  for (const one of tries) {
    const response = await ask(one);
    expect([one, response.status]).toEqual([one, 404]);
    await response.body?.cancel();
  }
  expect((await ask(path, { method: 'POST', body: 'x' })).status).toBe(404);
});

test('a picture in a bucket is served in the same way', async () => {
  const s3 = await startS3Server();
  const { ask, path, hash, id } = await scene({ gallery: { fileStore: createS3FileStore(s3) } });
  expect([...s3.objects.keys()]).toContain(pictureFileName(id, hash));
  expect(await (await ask(path)).text()).toBe(`${hash} in its bytes`);
  expect((await ask(path, { method: 'HEAD' })).status).toBe(200);
  expect((await ask(path.replace(hash, 'ab'.repeat(32)))).status).toBe(404);
  s3.failNext('unsized', 2);
  const unsized = await ask(path);
  expect(unsized.headers.get('Content-Length')).toBeNull();
  expect(await unsized.text()).toBe(`${hash} in its bytes`);
  expect((await ask(path, { method: 'HEAD' })).headers.get('Content-Length')).toBeNull();
  await s3.close();
});
