import { eq } from 'drizzle-orm';
import { expect, it, test } from 'vitest';
import { pictures, pictureUses } from '#database/schema.ts';
import { deleteAccount } from '#domain/account-deletion/delete-account.ts';
import { findSitePictures } from '#domain/site/pictures/find-site-pictures.ts';
import { savePictureUses } from '#domain/site/pictures/save-picture-uses.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { sitePictureConstants } from '#shared/constants/site/site-pictures.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { createSmallPicture, readUploadRow, useUploadServer } from '#test/fixtures/uploads.ts';
import { deleteFiles } from '../file-rest-api/delete-service-files.ts';
import { getFile } from '../file-rest-api/get-service-file.ts';
import { listFiles } from '../file-rest-api/list-service-files.ts';
import { markFilesAsStored } from '../file-rest-api/mark-files-as-stored.ts';
import { findPictureUrl } from '../find-picture-url.ts';
import { getPicture } from '../get-picture.ts';
import { listPictures } from '../list-pictures.ts';
import { postPicture } from '../post-picture.ts';
import { getUploadInfo } from '../uploads/get-upload-info.ts';
import { issueUploadToken } from '../uploads/upload-token.ts';
import { uploadSitePicture } from './upload-site-picture.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }) => code as string,
  );

const toFile = (bytes: Uint8Array<ArrayBuffer>, name = 'cover.jpg') => new File([bytes], name);
const smallFile = async () => toFile(new Uint8Array(await createSmallPicture()));

async function createFixture() {
  const server = await startUploads();
  const as = async (values: Parameters<typeof createPlayer>[1]) => ({
    ...server.ctx,
    actor: await createPlayer(database.db, values),
  });
  const editor = await as({ furtherRoles: [catalogEditor] });
  const use = (usedBy: string, pictureIds: string[]) =>
    database.db.transaction((tx) => savePictureUses(tx, { usedBy, pictureIds }));
  return { ...server, as, editor, use };
}

it('a picture of the site is served by its hash and is in no list of pictures or files', async () => {
  const { ctx, origin, editor } = await createFixture();
  const { id, full, thumbnail } = await uploadSitePicture(editor, await smallFile());
  expect(full).toMatchObject({ width: 64, height: 40 });
  for (const { path } of [full, thumbnail]) {
    const response = await fetch(origin + path);
    expect(response.headers.get('Content-Type')).toBe('image/webp');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    await response.body?.cancel();
  }
  expect((await fetch(`${origin}/photos/${id}/`)).status).toBe(404);
  expect(await outcomeOf(findPictureUrl(ctx, { id, size: 'full' }))).toBe('picture-gone');
  expect(await outcomeOf(getPicture(editor, id))).toBe('picture-gone');
  expect((await listPictures(ctx)).pictures.map((picture) => picture.id)).not.toContain(id);
  const { publicKey } = await issueUploadToken(editor);
  expect(await outcomeOf(getUploadInfo(ctx, { id, publicKey }))).toBe('upload-gone');
  expect(await outcomeOf(getFile(ctx, id))).toBe('not-found');
  const page = { from: null, removed: false, stored: null, limit: 100, newestFirst: true };
  expect((await listFiles(ctx, page)).files.map((file) => file.id)).not.toContain(id);
});

it('a picture of the site cannot be posted, stored or deleted as a file', async () => {
  const { editor } = await createFixture();
  const { id } = await uploadSitePicture(editor, await smallFile());
  expect(await outcomeOf(postPicture(editor, { id, caption: '' }))).toBe('picture-gone');
  expect(await markFilesAsStored(editor, [id])).toEqual([]);
  expect(await deleteFiles(editor, [id])).toEqual([]);
  expect(await readUploadRow(database.db, id)).toMatchObject({
    publishedAt: null,
    removedAt: null,
  });
});

test.each(['visitor', 'guest', 'player', 'moderator'] as const)(
  'a %s uploads no pictures of the site',
  async (role) => {
    const { ctx, as } = await createFixture();
    const uploader = role === 'visitor' ? ctx : await as({ role });
    const code = role === 'visitor' ? 'login-required' : 'catalog-editors-only';
    expect(await outcomeOf(uploadSitePicture(uploader, await smallFile()))).toBe(code);
  },
);

it('files that are too large or no pictures are rejected, also SVG, and leave nothing', async () => {
  const { as, filesLeft } = await createFixture();
  const admin = await as({ role: 'admin' });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const tries = [
    [new TextEncoder().encode(svg), 'not-a-picture'],
    [new Uint8Array(sitePictureConstants.bytesMax + 1), 'site-picture-bytes'],
    [new Uint8Array(0), 'not-a-picture'],
    [new Uint8Array((await createSmallPicture()).subarray(0, 200)), 'picture-broken'],
  ] as const;
  for (const [bytes, code] of tries)
    expect(await outcomeOf(uploadSitePicture(admin, toFile(bytes, 'cover.png')))).toBe(code);
  expect(await filesLeft()).toEqual([]);
});

it('pictures of the site have a quota of their own', async () => {
  const { ctx, editor } = await createFixture();
  const values = { userId: editor.actor.id, purpose: 'site' as const, publishedAt: null };
  for (let count = 0; count < sitePictureConstants.perDay - 1; count += 1)
    await createPicture(ctx, values);
  expect(await outcomeOf(uploadSitePicture(editor, await smallFile()))).toBe('done');
  expect(await outcomeOf(uploadSitePicture(editor, await smallFile()))).toBe('site-picture-limit');
  expect(await outcomeOf(issueUploadToken(editor))).toBe('done');
  await database.db.delete(pictures).where(eq(pictures.userId, editor.actor.id));
});

it('a picture that nothing uses is deleted after an hour, and no other', async () => {
  const { editor, use, purgeLater, filesLeft } = await createFixture();
  const [used, released, unused] = await Promise.all(
    Array.from({ length: 3 }, async () => uploadSitePicture(editor, await smallFile())),
  );
  if (!used || !released || !unused) throw new Error('There are no pictures.');
  await use('game:1', [used.id, released.id]);
  await use('page:2', [used.id]);
  await purgeLater(30);
  expect(await filesLeft()).toHaveLength(6);
  await purgeLater(31);
  const left = async () =>
    (await findSitePictures(database.db, [used.id, released.id, unused.id])).map(({ id }) => id);
  expect(await left()).toEqual([used.id, released.id]);
  // What was used by two is still used by one.
  await use('game:1', []);
  await purgeLater(1);
  expect(await left()).toEqual([used.id]);
  expect(await filesLeft()).toHaveLength(2);
  await expect(use('game:1', [released.id])).rejects.toMatchObject({ code: 'picture-gone' });
});

it('only pictures of the site can be used as such', async () => {
  const { ctx, editor, use } = await createFixture();
  const id = await createPicture(ctx, { userId: editor.actor.id });
  await expect(use('game:3', [id])).rejects.toMatchObject({ code: 'picture-gone' });
  expect(await database.db.$count(pictureUses, eq(pictureUses.usedBy, 'game:3'))).toBe(0);
});

it('of a use and the purge at the same time, one wins', async () => {
  const { ctx, editor, use, purgeLater } = await createFixture();
  for (let round = 0; round < 5; round += 1) {
    const { id } = await uploadSitePicture(editor, await smallFile());
    ctx.testClock.advance(61 * 60_000);
    const [usage] = await Promise.all([outcomeOf(use(`race:${round}`, [id])), purgeLater(0)]);
    const isThere = (await findSitePictures(database.db, [id])).length === 1;
    expect(usage).toBe(isThere ? 'done' : 'picture-gone');
  }
});

it('the pictures stay when the account of their editor is deleted', async () => {
  const { editor } = await createFixture();
  const { id } = await uploadSitePicture(editor, await smallFile());
  await deleteAccount(editor, {
    accountId: editor.actor.id,
    removesTexts: false,
    requireAllowed: async () => {},
  });
  expect(await findSitePictures(database.db, [id])).toHaveLength(1);
  expect(await readUploadRow(database.db, id)).toMatchObject({ name: '', caption: '' });
});
