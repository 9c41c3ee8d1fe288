import {
  deleteFile,
  deleteFiles,
  fileInfo,
  listOfFiles,
  storeFile,
  storeFiles,
} from '@uploadcare/rest-client';
import { uploadFile } from '@uploadcare/upload-client';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { photograph } from '../fixtures/generated-images.ts';
import { createSmallPicture } from '../fixtures/uploads.ts';
import { idsOf, useFileService } from './file-rest-api.ts';

const database = useDatabase();
const startFileService = useFileService(database);

describe('one file', () => {
  it('is described as specified, with the processed picture and without metadata', async () => {
    const fixture = await startFileService();
    const { options, ctx } = await fixture.createUploader();
    const photo = await (await photograph(900, 600))
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
      .jpeg()
      .toBuffer();
    const { uuid } = await uploadFile(photo, {
      ...options,
      fileName: 'Summer.jpg',
      metadata: { album: 'fair' },
    });
    await postPicture(ctx, { id: uuid, caption: '' });
    const file = await fileInfo({ uuid }, fixture.settings);
    expect(file).toMatchObject({
      uuid,
      originalFilename: 'Summer.jpg',
      size: photo.byteLength,
      isImage: true,
      isReady: true,
      mimeType: 'image/jpeg',
      datetimeStored: expect.any(String),
      datetimeRemoved: null,
      url: `${fixture.origin}/files/${uuid}/`,
      contentInfo: { image: { width: 900, height: 600 } },
      metadata: { album: 'fair' },
    });
    expect(file.datetimeUploaded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    const picture = await fetch(file.originalFileUrl ?? '');
    const made = await sharp(await picture.arrayBuffer()).metadata();
    expect(made).toMatchObject({ format: 'webp', width: 900, height: 600 });
    expect(made.exif).toBeUndefined();
    expect((await listOfFiles({}, fixture.settings)).results).toEqual([file]);
  });

  it('is in the gallery after it is stored, and can be deleted with all its files', async () => {
    const fixture = await startFileService();
    const { options } = await fixture.createUploader();
    const visitor = fixture.visit();
    const { uuid } = await uploadFile(await createSmallPicture(), options);
    expect((await fileInfo({ uuid }, fixture.settings)).datetimeStored).toBeNull();
    const stored = await storeFile({ uuid }, fixture.settings);
    expect(stored.datetimeStored).not.toBeNull();
    fixture.ctx.testClock.advance(5_000);
    expect(await storeFile({ uuid }, fixture.settings)).toEqual(stored);
    expect((await visitor.get(`/photos/${uuid}/`)).status).toBe(302);
    const deleted = await deleteFile({ uuid }, fixture.settings);
    expect(deleted).toMatchObject({ uuid, datetimeRemoved: expect.any(String) });
    expect((await visitor.get(`/photos/${uuid}/`)).status).toBe(404);
    expect(await fixture.filesLeft()).toEqual([]);
    expect(await fileInfo({ uuid }, fixture.settings)).toEqual(deleted);
    await expect(deleteFile({ uuid }, fixture.settings)).rejects.toMatchObject({ status: 404 });
    await expect(storeFile({ uuid }, fixture.settings)).rejects.toMatchObject({ status: 404 });
    await fixture.purgeLater(31 * 24 * 60);
    expect((await listOfFiles({ removed: true }, fixture.simple)).results).toEqual([]);
  });

  it('can be stored or deleted in a batch that contains unknown ids', async () => {
    const fixture = await startFileService();
    const { ctx, uploader, settings } = fixture;
    const ids = await Promise.all(
      [1, 2, 3].map(() => createPicture(ctx, { userId: uploader.id, publishedAt: null })),
    );
    const uuids = [...ids, uploader.id, 'no-id'];
    const problems = { [uploader.id]: 'Missing in the project', 'no-id': 'Invalid' };
    const stored = await storeFiles({ uuids }, settings);
    expect(stored).toMatchObject({ status: 'ok', problems });
    expect(idsOf(stored.result)).toEqual(ids);
    expect(stored.result.every((file) => file.datetimeStored)).toBe(true);
    const deleted = await deleteFiles({ uuids }, settings);
    expect(deleted.problems).toEqual(problems);
    expect(deleted.result.every((file) => file.datetimeRemoved)).toBe(true);
    expect((await listOfFiles({}, settings)).total).toBe(0);
    await expect(deleteFiles({ uuids: [] }, settings)).rejects.toMatchObject({ status: 400 });
  });

  it('is not found under an unknown id', async () => {
    const { settings, uploader } = await startFileService();
    for (const uuid of [uploader.id, 'no-id', '..%2f']) {
      await expect(fileInfo({ uuid }, settings)).rejects.toMatchObject({
        status: 404,
        message: expect.stringContaining('Not found.'),
      });
    }
  });
});
