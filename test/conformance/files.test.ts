import { createHmac } from 'node:crypto';
import {
  deleteFile,
  deleteFiles,
  fileInfo,
  type ListOfFilesOptions,
  listOfFiles,
  Paginator,
  paginate,
  storeFile,
  storeFiles,
  UploadcareAuthSchema,
  UploadcareSimpleAuthSchema,
} from '@uploadcare/rest-client';
import { uploadFile } from '@uploadcare/upload-client';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { publicKeyOf, secretKeyOf } from '#domain/gallery/file-service/service-keys.ts';
import { listPictures } from '#domain/gallery/list-pictures.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { apiConstants } from '#shared/constants/api.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { photograph } from '../fixtures/generated-images.ts';
import { smallPicture, useUploads } from '../fixtures/uploads.ts';

const database = useDatabase();
const uploadScene = useUploads(database);

type Scene = Awaited<ReturnType<typeof uploadScene>>;

/** A house with its keys, and what the real client is told of it. */
async function fileScene(overrides: Parameters<typeof uploadScene>[0] = {}) {
  const scene = await uploadScene(overrides);
  await database.db.delete(pictures);
  // The client dates what it signs by the machine's clock.
  scene.ctx.testClock.advance(Date.now() - scene.ctx.clock.now().getTime());
  const { secret } = scene.ctx;
  const keys = { publicKey: publicKeyOf(secret), secretKey: secretKeyOf(secret) };
  const settings = {
    apiBaseURL: scene.origin,
    authSchema: new UploadcareAuthSchema(keys),
    retryThrottledRequestMaxTimes: 0,
    retryNetworkErrorMaxTimes: 0,
  };
  const simple = { ...settings, authSchema: new UploadcareSimpleAuthSchema(keys) };
  return { ...scene, keys, settings, simple, uploader: await createPlayer(database.db) };
}

/** So many rows at once: `count` of them, of which every tenth was deleted and every seventh not posted. */
async function fill(scene: Scene & { uploader: { id: string } }, count: number) {
  const { ctx, uploader } = scene;
  const first = await createPicture(ctx, { userId: uploader.id });
  const [row] = await database.db.select().from(pictures).where(eq(pictures.id, first));
  if (!row) throw new Error('There is no first picture.');
  const start = row.uploadedAt.getTime() - count;
  const copies = Array.from({ length: count }, (_, index) => ({
    ...row,
    id: crypto.randomUUID(),
    uploadedMicro: undefined,
    // Five came in each millisecond.
    uploadedAt: new Date(start + Math.floor(index / 5)),
    publishedAt: index % 7 === 0 ? null : row.publishedAt,
    removedAt: index % 10 === 1 && index % 7 !== 0 ? row.uploadedAt : null,
  }));
  await database.db.insert(pictures).values(copies);
  const rows = [...copies, row];
  return {
    there: rows.filter((one) => !one.removedAt),
    removed: rows.filter((one) => one.removedAt),
  };
}

async function walk(options: ListOfFilesOptions, settings: Parameters<typeof listOfFiles>[1]) {
  const pages = [];
  for await (const page of paginate(listOfFiles)(options, settings)) pages.push(page);
  return { pages, files: pages.flatMap((page) => page.results) };
}

const idsOf = (files: readonly { uuid?: string; id?: string }[]) =>
  files.map((file) => file.uuid ?? file.id);

describe('lists of files', () => {
  it('are walked page by page, over more than 1,000, without loss or double, either way', async () => {
    const scene = await fileScene();
    const { there } = await fill(scene, 1_260);
    for (const ordering of ['datetime_uploaded', '-datetime_uploaded'] as const) {
      const { pages, files } = await walk({ limit: 100, ordering }, scene.settings);
      expect(files).toHaveLength(there.length);
      expect(new Set(idsOf(files))).toEqual(new Set(idsOf(there)));
      expect(pages).toHaveLength(Math.ceil(there.length / 100));
      expect(pages.slice(0, -1).every((page) => page.results.length === 100)).toBe(true);
      const times = files.map((file) => file.datetimeUploaded);
      expect(new Set(times).size).toBe(times.length);
      const sorted = [...times].sort();
      expect(times).toEqual(ordering.startsWith('-') ? sorted.reverse() : sorted);
    }
  });

  it('lose nothing and repeat nothing while files come and go', async () => {
    const scene = await fileScene();
    const { there } = await fill(scene, 330);
    const paginator = new Paginator(listOfFiles, { limit: 50 }, scene.settings);
    const seen: string[] = [];
    const gone: string[] = [];
    for (let page = await paginator.next(); page; page = await paginator.next()) {
      seen.push(...page.results.map(({ uuid }) => uuid));
      // One that was read, one that comes next, and a new one at the end.
      const unread = there.filter(({ id }) => !seen.includes(id) && !gone.includes(id));
      const next = unread.sort((a, b) => a.uploadedAt.getTime() - b.uploadedAt.getTime())[0];
      const victims = [page.results[0]?.uuid, next?.id].flatMap((id) => id ?? []);
      gone.push(...victims);
      await deleteFiles({ uuids: victims }, scene.settings);
      if (page.next) await createPicture(scene.ctx, { userId: scene.uploader.id });
    }
    expect(new Set(seen).size).toBe(seen.length);
    const missed = there.filter(({ id }) => !seen.includes(id) && !gone.includes(id));
    expect(missed).toEqual([]);
  });

  it('have a bound in bytes, and lead to what a page leaves out', async () => {
    const scene = await fileScene();
    const { there } = await fill(scene, 60);
    const values = Array.from({ length: 40 }, (_, index) => [`name-${index}`, 'я'.repeat(256)]);
    await database.db.update(pictures).set({ metadata: Object.fromEntries(values) });
    for (const ordering of ['datetime_uploaded', '-datetime_uploaded'] as const) {
      const { pages, files } = await walk({ limit: 1000, ordering }, scene.settings);
      expect(idsOf(files).toSorted()).toEqual(idsOf(there).toSorted());
      expect(pages.length).toBeGreaterThan(1);
      for (const { results } of pages) {
        const bytes = results.reduce(
          (sum, { metadata }) => sum + Buffer.byteLength(JSON.stringify(metadata)),
          0,
        );
        expect(bytes).toBeLessThanOrEqual(apiConstants.textBytes);
      }
    }
  });

  it('go back where they came from', async () => {
    const scene = await fileScene();
    await fill(scene, 120);
    const paginator = new Paginator(listOfFiles, { limit: 30 }, scene.settings);
    const first = await paginator.next();
    await paginator.next();
    const third = await paginator.next();
    expect(idsOf((await paginator.prev())?.results ?? [])).not.toEqual(idsOf(third?.results ?? []));
    expect(idsOf((await paginator.prev())?.results ?? [])).toEqual(idsOf(first?.results ?? []));
    expect(paginator.hasPrevPage()).toBe(false);
  });

  it('have deleted files, posted ones or the others, and count each kind', async () => {
    const scene = await fileScene();
    const { there, removed } = await fill(scene, 200);
    const { settings } = scene;
    const posted = there.filter((one) => one.publishedAt);
    const list = (options: ListOfFilesOptions) =>
      listOfFiles({ limit: 1000, ...options }, settings);
    const [all, gone, stored, unstored, none] = await Promise.all([
      list({}),
      list({ removed: true }),
      list({ stored: true }),
      list({ stored: false }),
      list({ removed: true, stored: true }),
    ]);
    const ids = (page: typeof all) => new Set(idsOf(page.results));
    expect(ids(all)).toEqual(new Set(idsOf(there)));
    expect(ids(gone)).toEqual(new Set(idsOf(removed)));
    expect(ids(stored)).toEqual(new Set(idsOf(posted)));
    expect(ids(unstored).size).toBe(there.length - posted.length);
    expect(none.results).toEqual([]);
    expect(all.totals).toEqual({
      removed: removed.length,
      stored: posted.length,
      unstored: there.length - posted.length,
    });
    expect([all.total, gone.total, stored.total, none.total]).toEqual([
      there.length,
      removed.length,
      posted.length,
      0,
    ]);
    expect(gone.results[0]).toMatchObject({
      datetimeRemoved: expect.any(String),
      datetimeStored: null,
      originalFileUrl: null,
    });
    expect(all).toMatchObject({ next: null, previous: null, perPage: 1000 });
    expect((await listOfFiles({}, settings)).perPage).toBe(100);
  });

  it('begin at a date, in either order with all of its millisecond', async () => {
    const scene = await fileScene();
    const { there } = await fill(scene, 100);
    const from = [...there].sort((a, b) => a.uploadedAt.getTime() - b.uploadedAt.getTime())[40]
      ?.uploadedAt as Date;
    const after = await listOfFiles({ from }, scene.settings);
    const before = await listOfFiles({ from, ordering: '-datetime_uploaded' }, scene.settings);
    expect(after.results).toHaveLength(there.filter((one) => one.uploadedAt >= from).length);
    expect(before.results).toHaveLength(there.filter((one) => one.uploadedAt <= from).length);
  });
});

describe('one file', () => {
  it('is told of as the specification has it, with the picture that was made, without metadata', async () => {
    const scene = await fileScene();
    const { options, ctx } = await scene.createUploader();
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
    const file = await fileInfo({ uuid }, scene.settings);
    expect(file).toMatchObject({
      uuid,
      originalFilename: 'Summer.jpg',
      size: photo.byteLength,
      isImage: true,
      isReady: true,
      mimeType: 'image/jpeg',
      datetimeStored: expect.any(String),
      datetimeRemoved: null,
      url: `${scene.origin}/files/${uuid}/`,
      contentInfo: { image: { width: 900, height: 600 } },
      metadata: { album: 'fair' },
    });
    expect(file.datetimeUploaded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    const picture = await fetch(file.originalFileUrl ?? '');
    const made = await sharp(await picture.arrayBuffer()).metadata();
    expect(made).toMatchObject({ format: 'webp', width: 900, height: 600 });
    expect(made.exif).toBeUndefined();
    expect((await listOfFiles({}, scene.settings)).results).toEqual([file]);
  });

  it('is stored, so that it is in the gallery, and deleted with all its files', async () => {
    const scene = await fileScene();
    const { options } = await scene.createUploader();
    const visitor = scene.visit();
    const { uuid } = await uploadFile(await smallPicture(), options);
    expect((await fileInfo({ uuid }, scene.settings)).datetimeStored).toBeNull();
    const stored = await storeFile({ uuid }, scene.settings);
    expect(stored.datetimeStored).not.toBeNull();
    scene.ctx.testClock.advance(5_000);
    expect(await storeFile({ uuid }, scene.settings)).toEqual(stored);
    expect((await visitor.get(`/photos/${uuid}/`)).status).toBe(302);
    const deleted = await deleteFile({ uuid }, scene.settings);
    expect(deleted).toMatchObject({ uuid, datetimeRemoved: expect.any(String) });
    expect((await visitor.get(`/photos/${uuid}/`)).status).toBe(404);
    expect(await scene.filesLeft()).toEqual([]);
    expect(await fileInfo({ uuid }, scene.settings)).toEqual(deleted);
    await expect(deleteFile({ uuid }, scene.settings)).rejects.toMatchObject({ status: 404 });
    await expect(storeFile({ uuid }, scene.settings)).rejects.toMatchObject({ status: 404 });
    await scene.collectLater(31 * 24 * 60);
    expect((await listOfFiles({ removed: true }, scene.simple)).results).toEqual([]);
  });

  it('is stored or deleted with many others, of which some are no files', async () => {
    const scene = await fileScene();
    const { ctx, uploader, settings } = scene;
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

  it('is not found where there is none', async () => {
    const { settings, uploader } = await fileScene();
    for (const uuid of [uploader.id, 'no-id', '..%2f']) {
      await expect(fileInfo({ uuid }, settings)).rejects.toMatchObject({
        status: 404,
        message: expect.stringContaining('Not found.'),
      });
    }
  });
});

describe('who holds the keys', () => {
  it('may show them as they are', async () => {
    const scene = await fileScene();
    const id = await createPicture(scene.ctx, { userId: scene.uploader.id });
    expect(idsOf((await listOfFiles({}, scene.simple)).results)).toEqual([id]);
  });

  it('may upload by the vendor’s signature, in nobody’s name: kept, and not in the gallery', async () => {
    const scene = await fileScene();
    const { publicKey, secretKey } = scene.keys;
    const { baseURL, baseCDN } = await scene.optionsOf(scene.uploader);
    const expire = String(Math.floor(scene.ctx.clock.now().getTime() / 1000) + 60);
    const secureSignature = createHmac('sha256', secretKey).update(expire).digest('hex');
    const options = { publicKey, baseURL, baseCDN, secureExpire: expire, store: true };
    const signed = { ...options, secureSignature };
    const { uuid, cdnUrl } = await uploadFile(await smallPicture(), signed);
    expect((await fileInfo({ uuid }, scene.settings)).datetimeStored).not.toBeNull();
    expect((await fetch(cdnUrl ?? '')).status).toBe(200);
    expect((await listPictures(scene.ctx)).pictures).toEqual([]);
    const forged = { ...options, secureSignature: secureSignature.replace(/./, 'x') };
    await expect(uploadFile(await smallPicture(), forged)).rejects.toMatchObject({
      code: 'SignatureInvalidError',
    });
  });

  it('is nobody with other keys', async () => {
    const { settings, keys } = await fileScene();
    const wrong = { ...keys, secretKey: keys.secretKey.replace(/./, 'x') };
    const stranger = { ...keys, publicKey: 'demopublickey' };
    const tries = [
      [new UploadcareSimpleAuthSchema(wrong), 'Incorrect authentication credentials.'],
      [new UploadcareSimpleAuthSchema(stranger), 'Incorrect authentication credentials.'],
      [new UploadcareAuthSchema(stranger), 'Incorrect authentication credentials.'],
      [new UploadcareAuthSchema(wrong), 'Invalid signature. Please check your Secret key.'],
    ] as const;
    for (const [authSchema, detail] of tries) {
      await expect(listOfFiles({}, { ...settings, authSchema })).rejects.toMatchObject({
        status: 401,
        message: expect.stringContaining(detail),
      });
    }
  });

  it('cannot be played by who sends again what was signed for another call, or long ago', async () => {
    const scene = await fileScene();
    const id = await createPicture(scene.ctx, { userId: scene.uploader.id });
    const { authSchema } = scene.settings;
    const headersFor = (path: string, method = 'GET') =>
      authSchema.getHeaders(
        new Request(scene.origin + path, {
          method,
          headers: { 'Content-Type': 'application/json' },
        }) as never,
      );
    const send = async (
      path: string,
      headers: Awaited<ReturnType<typeof headersFor>>,
      method = 'GET',
    ) =>
      (await fetch(scene.origin + path, { method, headers: Object.fromEntries(headers.entries()) }))
        .status;
    const listing = await headersFor('/files/?limit=5');
    expect(await send('/files/?limit=5', listing)).toBe(200);
    expect(await send('/files/?limit=6', listing)).toBe(401);
    expect(await send(`/files/${id}/storage/`, listing, 'DELETE')).toBe(401);
    expect(await send('/files/?limit=5', await headersFor('/files/?limit=5', 'DELETE'))).toBe(401);
    scene.ctx.testClock.advance(10 * 60_000);
    expect(await send('/files/?limit=5', await headersFor('/files/?limit=5'))).toBe(401);
  });

  it('is asked for the keys in plain words, and answered in the vendor’s own type of JSON', async () => {
    const { origin, keys } = await fileScene();
    const Authorization = `Uploadcare.Simple ${keys.publicKey}:${keys.secretKey}`;
    const ask = (path: string, headers: Record<string, string> = { Authorization }) =>
      fetch(origin + path, { headers });
    const unsigned = await ask('/files/', {});
    expect(unsigned.status).toBe(401);
    expect(unsigned.headers.get('Content-Type')).toBe('application/vnd.uploadcare-v0.7+json');
    expect(await unsigned.json()).toEqual({
      detail: 'Authentication credentials were not provided.',
    });
    const good = await ask('/files/');
    expect(good.headers.get('Content-Type')).toBe('application/vnd.uploadcare-v0.7+json');
    expect(good.headers.get('Cache-Control')).toBe('no-store');
    const answers = await Promise.all([
      ask('/files/', { Authorization: 'Bearer x' }),
      ask('/files/', { Authorization, Accept: 'text/html' }),
      ask('/files/?limit=0'),
      ask('/files/?limit=1001'),
      ask('/files/?limit=x'),
      ask('/files/?from=yesterday'),
      ask('/files/?from=2026-99-01'),
      ask('/files/?ordering=size'),
      ask('/files/?stored=maybe'),
      ask('/files/x/y/'),
    ]);
    expect(answers.map((one) => one.status)).toEqual([
      401, 406, 400, 400, 400, 400, 400, 400, 400, 404,
    ]);
    for (const one of answers) expect(await one.json()).toEqual({ detail: expect.any(String) });
  });

  it.each([
    ['0000-01-01', 400],
    ['0000-12-31T23:59:59-00:01', 200],
    ['0001-01-01', 200],
    ['0001-01-01T00:00:00%2B23:59', 400],
    ['9999-12-31T23:59:59Z', 200],
    ['9999-12-31T23:59:59-23:59', 400],
  ])(
    'takes dates to the edges of its calendar, in either order: %s is %i',
    async (from, status) => {
      const { origin, keys } = await fileScene();
      const headers = { Authorization: `Uploadcare.Simple ${keys.publicKey}:${keys.secretKey}` };
      for (const order of ['', '-']) {
        const address = `${origin}/files/?from=${from}&ordering=${order}datetime_uploaded`;
        expect((await fetch(address, { headers })).status).toBe(status);
      }
    },
  );
});

describe('who asks too often', () => {
  it('is told when to come back, and comes back then', async () => {
    let throttled = 1;
    const take: RateLimiter['take'] = async (name) => {
      if (name !== 'files-by-address' || throttled === 0) return;
      throttled -= 1;
      throw new AppError('rate-limited', { retryAfterMs: 900 });
    };
    const scene = await fileScene({ rateLimiter: { take, async giveBack() {}, async reset() {} } });
    const patient = { ...scene.settings, retryThrottledRequestMaxTimes: 1 };
    expect((await listOfFiles({}, patient)).results).toEqual([]);
    expect(throttled).toBe(0);
  });

  it('is refused when that lasts, with or without keys', async () => {
    const scene = await fileScene({ rateLimiter: createRateLimiter(1 / 60) });
    const wrong = new UploadcareSimpleAuthSchema({ ...scene.keys, secretKey: 'x' });
    await listOfFiles({}, scene.settings);
    await expect(listOfFiles({}, { ...scene.settings, authSchema: wrong })).rejects.toMatchObject({
      status: 401,
    });
    await expect(listOfFiles({}, scene.settings)).rejects.toMatchObject({
      message: expect.stringMatching(
        /Request was throttled\. Expected available in \d+ seconds?\./,
      ),
    });
    const throttled = await fetch(`${scene.origin}/files/`);
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
