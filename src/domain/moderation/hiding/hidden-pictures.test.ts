import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { reason, useHiding, withCode } from '#test/fixtures/hiding.ts';
import type { Actor } from '../../actor.ts';
import { getServiceKeys } from '../../gallery/file-rest-api/get-service-keys.ts';
import { listFiles } from '../../gallery/file-rest-api/list-service-files.ts';
import { findPictureUrl } from '../../gallery/find-picture-url.ts';
import { getPicture } from '../../gallery/get-picture.ts';
import { listPictures } from '../../gallery/list-pictures.ts';
import { openPictureFile } from '../../gallery/storage/open-picture-file.ts';
import { getUploadInfo } from '../../gallery/uploads/get-upload-info.ts';

const { database, as, player, hide, restore } = useHiding();

it('a hidden picture and its files are for its uploader and moderators', async () => {
  const [uploader, reader] = [await player(), await player()];
  const id = await createPicture(as(null), { userId: uploader.id, caption: 'Rude' });
  const [row] = await database.db.select().from(pictures).where(eq(pictures.id, id));
  const open = async (actor: Actor | null) => {
    const hash = row?.fullHash ?? '';
    const file = await openPictureFile(as(actor), { id, hash, getActor: async () => actor });
    file?.stream.destroy();
    return file && { isHidden: file.isHidden };
  };
  const isListed = async (actor: Actor | null) =>
    (await listPictures(as(actor))).pictures.some((picture) => picture.id === id);
  const filesOf = async () => {
    const page = { from: null, removed: false, stored: null, limit: 100, newestFirst: true };
    return (await listFiles(as(null), page)).files.some((file) => file.id === id);
  };
  const { publicKey } = await getServiceKeys(
    as(await createPlayer(database.db, { role: 'admin' })),
    { withSecret: false },
  );
  expect([await open(null), await filesOf()]).toEqual([{ isHidden: false }, true]);

  const by = await hide('picture', id);
  for (const actor of [null, reader]) {
    expect(await open(actor)).toBeNull();
    await expect(getPicture(as(actor), id)).rejects.toEqual(withCode('picture-gone'));
  }
  for (const actor of [uploader, by]) {
    expect(await open(actor)).toEqual({ isHidden: true });
    expect(await getPicture(as(actor), id)).toMatchObject({ hidden: { reason } });
  }
  for (const actor of [null, reader, uploader, by]) expect(await isListed(actor)).toBe(false);
  expect(await filesOf()).toBe(false);
  for (const size of ['full', 'thumbnail'] as const) {
    await expect(findPictureUrl(as(null), { id, size })).rejects.toEqual(withCode('picture-gone'));
  }
  await expect(getUploadInfo(as(null), { id, publicKey })).rejects.toEqual(withCode('upload-gone'));

  await restore(by, uploader);
  expect([await open(null), await isListed(null), await filesOf()]).toEqual([
    { isHidden: false },
    true,
    true,
  ]);
});
