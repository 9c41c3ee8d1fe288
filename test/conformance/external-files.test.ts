import { buffer } from 'node:stream/consumers';
import { and, eq, isNotNull } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { dataExports, pictures } from '#database/schema.ts';
import { openDataExport } from '#domain/data-export/get-data-export.ts';
import { makeDataExports } from '#domain/data-export/make-data-exports.ts';
import { deletePicture } from '#domain/gallery/delete-picture.ts';
import { listPictures } from '#domain/gallery/list-pictures.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { purgeAbandonedUploads } from '#domain/gallery/uploads/purge-abandoned-uploads.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { ExternalFilesError } from '#shared/errors/external-files-error.ts';
import { useDatabase } from '../fixtures/database.ts';
import { useExternalFiles } from '../fixtures/external-files.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { photograph } from '../fixtures/generated-images.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { createSignedInVisitor } from '../fixtures/sign-in.ts';

const database = useDatabase();
const serviceDatabase = useDatabase();
const startExternalServers = useExternalFiles(database, serviceDatabase);

const refused = (code: string) => expect.objectContaining({ name: 'AppError', code });
const caption = 'At the fair';

async function startServers(...how: Parameters<typeof startExternalServers>) {
  const external = await startExternalServers(...how);
  await database.db.delete(pictures);
  await serviceDatabase.db.delete(pictures);
  return { ...external, uploader: await createPlayer(database.db) };
}

const rowOf = async (id: string) =>
  (await database.db.select().from(pictures).where(eq(pictures.id, id)))[0];
const storedThere = (id: string) =>
  serviceDatabase.db.$count(pictures, and(eq(pictures.id, id), isNotNull(pictures.publishedAt)));

type Servers = Awaited<ReturnType<typeof startServers>>;

/** Makes the export of the uploader and reads its files. */
async function exportOf({ ctx, as, uploader }: Servers): Promise<Map<string, Buffer>> {
  const requestedAt = ctx.clock.now();
  await database.db.insert(dataExports).values({ userId: uploader.id, requestedAt });
  await makeDataExports(ctx);
  return readZip(await buffer((await openDataExport(as(uploader))).stream));
}

describe('the export of an account', () => {
  it('has the pictures of the file service', async () => {
    const servers = await startServers();
    const { as, upload, uploader, good } = servers;
    const ids = [await upload(uploader), await upload(uploader)];
    for (const id of ids) await postPicture(as(uploader), { id, caption });
    const files = await exportOf(servers);
    for (const id of ids) {
      const shown = await fetch(good.getPictureUrl(id, 2048));
      const expected = Buffer.from(await shown.arrayBuffer());
      expect(files.get(`pictures/${id}.webp`)?.equals(expected)).toBe(true);
    }
    expect(files.has('pictures/left-out.txt')).toBe(false);
  });

  it('names pictures that the file service does not send, and stops asking when it is down', async () => {
    const asked: string[] = [];
    const servers = await startServers(() => ({
      async readPicture(id) {
        asked.push(id);
        throw new ExternalFilesError('down');
      },
    }));
    const { as, upload, uploader } = servers;
    const ids = await Promise.all(Array.from({ length: 7 }, () => upload(uploader)));
    for (const id of ids) await postPicture(as(uploader), { id, caption });
    const files = await exportOf(servers);
    expect(asked).toHaveLength(5);
    const lines = files.get('pictures/left-out.txt')?.toString().trim().split('\n') ?? [];
    expect(lines.map((line) => line.split(':')[0])).toEqual(ids.toSorted());
    expect(lines.filter((line) => line.endsWith('the file service does not answer'))).toHaveLength(
      2,
    );
    expect(files.get('README.txt')?.toString()).toContain('7 pictures are not in this file');
    expect([...files.keys()].filter((name) => name.endsWith('.webp'))).toEqual([]);
  });
});

describe('with an external file service', () => {
  it('a picture is uploaded to the service, stored when posted, shown from it and deleted from it', async () => {
    const { ctx, as, upload, uploader, service, good, filesLeft } = await startServers(undefined, {
      makesPictures: true,
    });
    const photo = await (await photograph(3000, 1500))
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
      .jpeg()
      .toBuffer();
    const id = await upload(uploader, photo);
    expect(await storedThere(id)).toBe(0);
    expect((await listPictures(ctx)).pictures).toEqual([]);

    await postPicture(as(uploader), { id, caption });
    expect(await storedThere(id)).toBe(1);
    const [picture] = (await listPictures(ctx)).pictures;
    expect(picture).toMatchObject({
      id,
      caption,
      full: { width: 2048, height: 1024 },
      thumbnail: { width: 480, height: 240 },
    });
    for (const size of [picture?.full, picture?.thumbnail]) {
      expect(size?.path.startsWith(`${service.origin}/photos/${id}/-/strip_meta/all/`)).toBe(true);
      const shown = await fetch(size?.path ?? '');
      const { format, width, height, exif } = await sharp(await shown.arrayBuffer()).metadata();
      expect({ format, width, height, exif }).toEqual({
        format: 'webp',
        width: size?.width,
        height: size?.height,
        exif: undefined,
      });
    }
    expect(await filesLeft()).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ bytes: photo.byteLength, kind: 'image/jpeg' });

    await deletePicture(as(uploader), { id });
    expect((await good.find(id))?.removed).toBe(true);
    expect((await fetch(picture?.full.path ?? '')).status).toBe(404);
    expect((await rowOf(id))?.filesGoneAt).not.toBeNull();
  });

  it('the CSP allows pages to load pictures from the service and to upload to it, and nothing else', async () => {
    const { uploader, service, ...web } = await startServers();
    const browser = await createSignedInVisitor(web, uploader.id);
    const page = await browser.get('/community');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain(`img-src 'self' data: blob: ${service.origin};`);
    expect(policy).toContain(`connect-src 'self' ${service.origin};`);
    const visitors = await web.visit().get('/');
    expect(visitors.headers.get('Content-Security-Policy')).toContain(service.origin);
  });

  it('our URL of a picture redirects to the service', async () => {
    const { as, upload, uploader, origin, service } = await startServers();
    const id = await upload(uploader);
    await postPicture(as(uploader), { id, caption });
    const found = await fetch(`${origin}/photos/${id}/`, { redirect: 'manual' });
    expect(found.headers.get('Location')).toContain(`${service.origin}/photos/${id}/-/`);
  });
});

describe('a picture cannot be posted', () => {
  it('when it is the upload of another player', async () => {
    const { as, upload, uploader } = await startServers();
    const thief = await createPlayer(database.db);
    const id = await upload(uploader);
    await upload(thief);
    await expect(postPicture(as(thief), { id, caption })).rejects.toThrow(refused('picture-gone'));
    expect(await storedThere(id)).toBe(0);
    await postPicture(as(uploader), { id, caption });
    await expect(postPicture(as(thief), { id, caption })).rejects.toThrow(refused('picture-gone'));
    expect(await rowOf(id)).toMatchObject({ userId: uploader.id, caption });
  });

  it('when it was not uploaded for a player, or its metadata is not signed by us', async () => {
    const { as, upload, uploader } = await startServers();
    const tries: Record<string, string>[] = [
      {},
      { guildhall_uploader: uploader.id },
      { guildhall_uploader: '' },
    ];
    for (const metadata of tries) {
      const id = await upload(uploader, undefined, metadata);
      const posting = postPicture(as(uploader), { id, caption });
      await expect(posting).rejects.toThrow(refused('picture-gone'));
      expect(await rowOf(id)).toBeUndefined();
    }
  });

  it('when the service has deleted it or does not know it, or it is older than an hour', async () => {
    const { ctx, as, upload, uploader, good } = await startServers();
    const [gone, old] = [await upload(uploader), await upload(uploader)];
    await good.remove(gone);
    for (const id of [gone, uploader.id]) {
      const posting = postPicture(as(uploader), { id, caption });
      await expect(posting).rejects.toThrow(refused('picture-gone'));
    }
    ctx.testClock.advance(uploadConstants.abandonedMs + 60_000);
    const posting = postPicture(as(uploader), { id: old, caption });
    await expect(posting).rejects.toThrow(refused('picture-gone'));
    expect(await database.db.$count(pictures)).toBe(0);
  });

  it('when the player has posted twenty pictures a day, also when two are posted at once', async () => {
    const { as, upload, uploader } = await startServers();
    const ids = [await upload(uploader), await upload(uploader), await upload(uploader)];
    const [first = '', ...last] = ids;
    await postPicture(as(uploader), { id: first, caption });
    const row = await rowOf(first);
    if (!row) throw new Error('The first picture does not exist.');
    await database.db.insert(pictures).values(
      Array.from({ length: uploadConstants.perDay - 2 }, () => ({
        ...row,
        id: crypto.randomUUID(),
        uploadedMicro: undefined,
      })),
    );
    const posted = await Promise.allSettled(
      last.map((id) => postPicture(as(uploader), { id, caption })),
    );
    expect(posted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(upload(uploader)).rejects.toThrow(refused('upload-limit'));
  });
});

describe('posting', () => {
  it('ten times at once has the same effect as once', async () => {
    const { ctx, as, upload, uploader } = await startServers();
    const id = await upload(uploader);
    const tries = Array.from({ length: 10 }, (_, count) =>
      postPicture(as(uploader), { id, caption: `${count}` }),
    );
    await Promise.all(tries);
    const before = await rowOf(id);
    await postPicture(as(uploader), { id, caption: 'Later' });
    expect(await rowOf(id)).toEqual(before);
    expect((await listPictures(ctx)).pictures).toHaveLength(1);
  });

  it('continues after a failure: a picture is shown only when the service has stored it', async () => {
    let failures = 1;
    const { ctx, as, upload, uploader } = await startServers((good) => ({
      async store(id) {
        failures -= 1;
        if (failures >= 0) throw new ExternalFilesError('cut');
        await good.store(id);
      },
    }));
    const id = await upload(uploader);
    await expect(postPicture(as(uploader), { id, caption })).rejects.toThrow(ExternalFilesError);
    expect((await listPictures(ctx)).pictures).toEqual([]);
    await postPicture(as(uploader), { id, caption });
    expect(await storedThere(id)).toBe(1);
    expect((await listPictures(ctx)).pictures).toHaveLength(1);
  });

  it('that was abandoned leaves no file here or at the service', async () => {
    const { ctx, as, upload, uploader, good } = await startServers(() => ({
      async store() {
        throw new ExternalFilesError('cut');
      },
    }));
    const id = await upload(uploader);
    await expect(postPicture(as(uploader), { id, caption })).rejects.toThrow(ExternalFilesError);
    ctx.testClock.advance(uploadConstants.abandonedMs + 60_000);
    await purgeAbandonedUploads(ctx);
    expect((await good.find(id))?.removed ?? true).toBe(true);
    await expect(postPicture(as(uploader), { id, caption })).rejects.toThrow(
      refused('picture-gone'),
    );
  });

  it('shows a clear error when the service does not answer', async () => {
    const { uploader, upload, ...web } = await startServers(() => ({
      async find() {
        throw new ExternalFilesError('down');
      },
    }));
    const browser = await createSignedInVisitor(web, uploader.id);
    const answer = await browser.post('/community/camera.data', {
      id: await upload(uploader),
      caption,
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('The picture could not be posted. Please try again.');
  });
});

it('a picture that the service cannot delete disappears at once and is deleted there later', async () => {
  let down = true;
  const { ctx, as, upload, uploader, good } = await startServers((good) => ({
    async remove(id) {
      if (down) throw new ExternalFilesError('down');
      await good.remove(id);
    },
  }));
  const id = await upload(uploader);
  await postPicture(as(uploader), { id, caption });
  await deletePicture(as(uploader), { id });
  expect((await listPictures(ctx)).pictures).toEqual([]);
  expect((await good.find(id))?.removed).toBe(false);
  down = false;
  await purgeAbandonedUploads(ctx);
  expect((await good.find(id))?.removed).toBe(true);
});

it('pictures of our own upload API are shown together with those of the service', async () => {
  const { ctx, as, upload, uploader } = await startServers();
  const own = await createPicture(ctx, { userId: uploader.id, publishedAt: null });
  await postPicture(as(uploader), { id: own, caption: 'Own' });
  const id = await upload(uploader);
  await postPicture(as(uploader), { id, caption });
  const { pictures: shown } = await listPictures(ctx);
  expect(shown.map((one) => one.full.path.startsWith('http')).sort()).toEqual([false, true]);
  const without = await listPictures({ ...ctx, gallery: { ...ctx.gallery, externalFiles: null } });
  expect(without.pictures.map((one) => one.id)).toEqual([own]);
});
