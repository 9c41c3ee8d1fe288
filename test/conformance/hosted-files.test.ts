import { and, eq, isNotNull } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { deletePicture } from '#domain/gallery/delete-picture.ts';
import { listPictures } from '#domain/gallery/list-pictures.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { purgeAbandonedUploads } from '#domain/gallery/uploads/purge-abandoned-uploads.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { HostedFilesError } from '#shared/errors/hosted-files-error.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { photograph } from '../fixtures/generated-images.ts';
import { useHosted } from '../fixtures/hosted-files.ts';
import { signedIn } from '../fixtures/sign-in.ts';

const database = useDatabase();
const serviceDatabase = useDatabase();
const hostedScene = useHosted(database, serviceDatabase);

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const caption = 'At the fair';

async function scene(change?: Parameters<typeof hostedScene>[0]) {
  const hosted = await hostedScene(change);
  await database.db.delete(pictures);
  await serviceDatabase.db.delete(pictures);
  return { ...hosted, uploader: await createPlayer(database.db) };
}

const rowOf = async (id: string) =>
  (await database.db.select().from(pictures).where(eq(pictures.id, id)))[0];
const storedThere = (id: string) =>
  serviceDatabase.db.$count(pictures, and(eq(pictures.id, id), isNotNull(pictures.publishedAt)));

describe('with a hosted service', () => {
  it('a picture is sent there, kept there once posted, shown from there and deleted there', async () => {
    const { ctx, as, upload, uploader, service, good, filesLeft } = await scene();
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

  it('its pages may load pictures from there and send them there, and nothing else', async () => {
    const { uploader, service, ...web } = await scene();
    const browser = await signedIn(web, uploader.id);
    const page = await browser.get('/community');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain(`img-src 'self' data: blob: ${service.origin};`);
    expect(policy).toContain(`connect-src 'self' ${service.origin};`);
    const visitors = await web.visit().get('/');
    expect(visitors.headers.get('Content-Security-Policy')).toContain(service.origin);
  });

  it('an address of ours leads to the picture there', async () => {
    const { as, upload, uploader, origin, service } = await scene();
    const id = await upload(uploader);
    await postPicture(as(uploader), { id, caption });
    const found = await fetch(`${origin}/photos/${id}/`, { redirect: 'manual' });
    expect(found.headers.get('Location')).toContain(`${service.origin}/photos/${id}/-/`);
  });
});

describe('what cannot be posted', () => {
  it('is another’s upload, whoever learned its id', async () => {
    const { as, upload, uploader } = await scene();
    const thief = await createPlayer(database.db);
    const id = await upload(uploader);
    await upload(thief);
    await expect(postPicture(as(thief), { id, caption })).rejects.toThrow(refused('picture-gone'));
    expect(await storedThere(id)).toBe(0);
    await postPicture(as(uploader), { id, caption });
    await expect(postPicture(as(thief), { id, caption })).rejects.toThrow(refused('picture-gone'));
    expect(await rowOf(id)).toMatchObject({ userId: uploader.id, caption });
  });

  it('is a file of the service that came in no player’s name, or with a mark that is not ours', async () => {
    const { as, upload, uploader } = await scene();
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

  it('is what was deleted there, what is unknown there, and what came more than an hour ago', async () => {
    const { ctx, as, upload, uploader, good } = await scene();
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

  it('is more than a day’s twenty, also when the last two are posted at once', async () => {
    const { as, upload, uploader } = await scene();
    const ids = [await upload(uploader), await upload(uploader), await upload(uploader)];
    const [first = '', ...last] = ids;
    await postPicture(as(uploader), { id: first, caption });
    const row = await rowOf(first);
    if (!row) throw new Error('There is no first picture.');
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
  it('once or ten times at once is the same', async () => {
    const { ctx, as, upload, uploader } = await scene();
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

  it('goes on where it was cut: what the service could not keep is not shown until it can', async () => {
    let failures = 1;
    const { ctx, as, upload, uploader } = await scene((good) => ({
      async store(id) {
        failures -= 1;
        if (failures >= 0) throw new HostedFilesError('cut');
        await good.store(id);
      },
    }));
    const id = await upload(uploader);
    await expect(postPicture(as(uploader), { id, caption })).rejects.toThrow(HostedFilesError);
    expect((await listPictures(ctx)).pictures).toEqual([]);
    await postPicture(as(uploader), { id, caption });
    expect(await storedThere(id)).toBe(1);
    expect((await listPictures(ctx)).pictures).toHaveLength(1);
  });

  it('that was given up leaves nothing, here or there', async () => {
    const { ctx, as, upload, uploader, good } = await scene(() => ({
      async store() {
        throw new HostedFilesError('cut');
      },
    }));
    const id = await upload(uploader);
    await expect(postPicture(as(uploader), { id, caption })).rejects.toThrow(HostedFilesError);
    ctx.testClock.advance(uploadConstants.abandonedMs + 60_000);
    await purgeAbandonedUploads(ctx);
    expect((await good.find(id))?.removed ?? true).toBe(true);
    await expect(postPicture(as(uploader), { id, caption })).rejects.toThrow(
      refused('picture-gone'),
    );
  });

  it('tells in calm words that the service does not answer', async () => {
    const { uploader, upload, ...web } = await scene(() => ({
      async find() {
        throw new HostedFilesError('down');
      },
    }));
    const browser = await signedIn(web, uploader.id);
    const answer = await browser.post('/community/camera.data', {
      id: await upload(uploader),
      caption,
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('The picture could not be posted. Please try again.');
  });
});

it('a picture that the service cannot delete now is gone here, and deleted there later', async () => {
  let down = true;
  const { ctx, as, upload, uploader, good } = await scene((good) => ({
    async remove(id) {
      if (down) throw new HostedFilesError('down');
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

it('pictures of our own wire are shown beside those of the service', async () => {
  const { ctx, as, upload, uploader } = await scene();
  const own = await createPicture(ctx, { userId: uploader.id, publishedAt: null });
  await postPicture(as(uploader), { id: own, caption: 'Own' });
  const id = await upload(uploader);
  await postPicture(as(uploader), { id, caption });
  const { pictures: shown } = await listPictures(ctx);
  expect(shown.map((one) => one.full.path.startsWith('http')).sort()).toEqual([false, true]);
  const without = await listPictures({ ...ctx, hostedFiles: null });
  expect(without.pictures.map((one) => one.id)).toEqual([own]);
});
