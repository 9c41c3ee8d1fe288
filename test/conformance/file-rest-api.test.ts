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
import { derivePublicKey, deriveSecretKey } from '#domain/gallery/file-service/service-keys.ts';
import { listPictures } from '#domain/gallery/list-pictures.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { apiConstants } from '#shared/constants/api.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { photograph } from '../fixtures/generated-images.ts';
import { createSmallPicture, useUploadServer } from '../fixtures/uploads.ts';

const database = useDatabase();
const startUploadServer = useUploadServer(database);

type Fixture = Awaited<ReturnType<typeof startUploadServer>>;

/** Starts a server with service keys and the settings of the real client. */
async function startFileService(overrides: Parameters<typeof startUploadServer>[0] = {}) {
  const fixture = await startUploadServer(overrides);
  await database.db.delete(pictures);
  // The client signs requests with the time of the machine's clock.
  fixture.ctx.testClock.advance(Date.now() - fixture.ctx.clock.now().getTime());
  const { current } = fixture.ctx.keys;
  const keys = { publicKey: derivePublicKey(current), secretKey: deriveSecretKey(current) };
  const settings = {
    apiBaseURL: fixture.origin,
    authSchema: new UploadcareAuthSchema(keys),
    retryThrottledRequestMaxTimes: 0,
    retryNetworkErrorMaxTimes: 0,
  };
  const simple = { ...settings, authSchema: new UploadcareSimpleAuthSchema(keys) };
  return { ...fixture, keys, settings, simple, uploader: await createPlayer(database.db) };
}

/** Inserts `count` pictures. Every tenth is deleted and every seventh is not posted. */
async function fill(fixture: Fixture & { uploader: { id: string } }, count: number) {
  const { ctx, uploader } = fixture;
  const first = await createPicture(ctx, { userId: uploader.id });
  const [row] = await database.db.select().from(pictures).where(eq(pictures.id, first));
  if (!row) throw new Error('The first picture does not exist.');
  const start = row.uploadedAt.getTime() - count;
  const copies = Array.from({ length: count }, (_, index) => ({
    ...row,
    id: crypto.randomUUID(),
    uploadedMicro: undefined,
    // Five pictures have the same millisecond.
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

async function readAllPages(
  options: ListOfFilesOptions,
  settings: Parameters<typeof listOfFiles>[1],
) {
  const pages = [];
  for await (const page of paginate(listOfFiles)(options, settings)) pages.push(page);
  return { pages, files: pages.flatMap((page) => page.results) };
}

const idsOf = (files: readonly { uuid?: string; id?: string }[]) =>
  files.map((file) => file.uuid ?? file.id);

describe('lists of files', () => {
  it('contain more than 1,000 files in pages without gaps or duplicates, in both orders', async () => {
    const fixture = await startFileService();
    const { there } = await fill(fixture, 1_260);
    for (const ordering of ['datetime_uploaded', '-datetime_uploaded'] as const) {
      const { pages, files } = await readAllPages({ limit: 100, ordering }, fixture.settings);
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

  it('have no gaps or duplicates while files are added and deleted', async () => {
    const fixture = await startFileService();
    const { there } = await fill(fixture, 330);
    const paginator = new Paginator(listOfFiles, { limit: 50 }, fixture.settings);
    const seen: string[] = [];
    const gone: string[] = [];
    for (let page = await paginator.next(); page; page = await paginator.next()) {
      seen.push(...page.results.map(({ uuid }) => uuid));
      // Delete a file that was read and the next one, and add one at the end.
      const unread = there.filter(({ id }) => !seen.includes(id) && !gone.includes(id));
      const next = unread.sort((a, b) => a.uploadedAt.getTime() - b.uploadedAt.getTime())[0];
      const victims = [page.results[0]?.uuid, next?.id].flatMap((id) => id ?? []);
      gone.push(...victims);
      await deleteFiles({ uuids: victims }, fixture.settings);
      if (page.next) await createPicture(fixture.ctx, { userId: fixture.uploader.id });
    }
    expect(new Set(seen).size).toBe(seen.length);
    const missed = there.filter(({ id }) => !seen.includes(id) && !gone.includes(id));
    expect(missed).toEqual([]);
  });

  it('are limited in bytes, and the next page has the remaining files', async () => {
    const fixture = await startFileService();
    const { there } = await fill(fixture, 60);
    const values = Array.from({ length: 40 }, (_, index) => [`name-${index}`, 'я'.repeat(256)]);
    await database.db.update(pictures).set({ metadata: Object.fromEntries(values) });
    for (const ordering of ['datetime_uploaded', '-datetime_uploaded'] as const) {
      const { pages, files } = await readAllPages({ limit: 1000, ordering }, fixture.settings);
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

  it('can be read backwards', async () => {
    const fixture = await startFileService();
    await fill(fixture, 120);
    const paginator = new Paginator(listOfFiles, { limit: 30 }, fixture.settings);
    const first = await paginator.next();
    await paginator.next();
    const third = await paginator.next();
    expect(idsOf((await paginator.prev())?.results ?? [])).not.toEqual(idsOf(third?.results ?? []));
    expect(idsOf((await paginator.prev())?.results ?? [])).toEqual(idsOf(first?.results ?? []));
    expect(paginator.hasPrevPage()).toBe(false);
  });

  it('can be filtered by deleted, stored and other files, and count each kind', async () => {
    const fixture = await startFileService();
    const { there, removed } = await fill(fixture, 200);
    const { settings } = fixture;
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

  it('can start at a date, in both orders with all files of its millisecond', async () => {
    const fixture = await startFileService();
    const { there } = await fill(fixture, 100);
    const from = [...there].sort((a, b) => a.uploadedAt.getTime() - b.uploadedAt.getTime())[40]
      ?.uploadedAt as Date;
    const after = await listOfFiles({ from }, fixture.settings);
    const before = await listOfFiles({ from, ordering: '-datetime_uploaded' }, fixture.settings);
    expect(after.results).toHaveLength(there.filter((one) => one.uploadedAt >= from).length);
    expect(before.results).toHaveLength(there.filter((one) => one.uploadedAt <= from).length);
  });
});

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

describe('a client with the service keys', () => {
  it('can authenticate with the plain keys', async () => {
    const fixture = await startFileService();
    const id = await createPicture(fixture.ctx, { userId: fixture.uploader.id });
    expect(idsOf((await listOfFiles({}, fixture.simple)).results)).toEqual([id]);
  });

  it('can upload with the vendor’s signature; the file is stored without an owner and not in the gallery', async () => {
    const fixture = await startFileService();
    const { publicKey, secretKey } = fixture.keys;
    const { baseURL, baseCDN } = await fixture.optionsOf(fixture.uploader);
    const expire = String(Math.floor(fixture.ctx.clock.now().getTime() / 1000) + 60);
    const secureSignature = createHmac('sha256', secretKey).update(expire).digest('hex');
    const options = { publicKey, baseURL, baseCDN, secureExpire: expire, store: true };
    const signed = { ...options, secureSignature };
    const { uuid, cdnUrl } = await uploadFile(await createSmallPicture(), signed);
    expect((await fileInfo({ uuid }, fixture.settings)).datetimeStored).not.toBeNull();
    expect((await fetch(cdnUrl ?? '')).status).toBe(200);
    expect((await listPictures(fixture.ctx)).pictures).toEqual([]);
    const forged = { ...options, secureSignature: secureSignature.replace(/./, 'x') };
    await expect(uploadFile(await createSmallPicture(), forged)).rejects.toMatchObject({
      code: 'SignatureInvalidError',
    });
  });

  it('is rejected with wrong keys', async () => {
    const { settings, keys } = await startFileService();
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

  it('cannot be impersonated with a signature of another or an old request', async () => {
    const fixture = await startFileService();
    const id = await createPicture(fixture.ctx, { userId: fixture.uploader.id });
    const { authSchema } = fixture.settings;
    const headersFor = (path: string, method = 'GET') =>
      authSchema.getHeaders(
        new Request(fixture.origin + path, {
          method,
          headers: { 'Content-Type': 'application/json' },
        }) as never,
      );
    const send = async (
      path: string,
      headers: Awaited<ReturnType<typeof headersFor>>,
      method = 'GET',
    ) =>
      (
        await fetch(fixture.origin + path, {
          method,
          headers: Object.fromEntries(headers.entries()),
        })
      ).status;
    const listing = await headersFor('/files/?limit=5');
    expect(await send('/files/?limit=5', listing)).toBe(200);
    expect(await send('/files/?limit=6', listing)).toBe(401);
    expect(await send(`/files/${id}/storage/`, listing, 'DELETE')).toBe(401);
    expect(await send('/files/?limit=5', await headersFor('/files/?limit=5', 'DELETE'))).toBe(401);
    fixture.ctx.testClock.advance(10 * 60_000);
    expect(await send('/files/?limit=5', await headersFor('/files/?limit=5'))).toBe(401);
  });

  it('gets clear errors without keys, and responses in the vendor’s JSON type', async () => {
    const { origin, keys } = await startFileService();
    const Authorization = `Uploadcare.Simple ${keys.publicKey}:${keys.secretKey}`;
    const request = (path: string, headers: Record<string, string> = { Authorization }) =>
      fetch(origin + path, { headers });
    const unsigned = await request('/files/', {});
    expect(unsigned.status).toBe(401);
    expect(unsigned.headers.get('Content-Type')).toBe('application/vnd.uploadcare-v0.7+json');
    expect(await unsigned.json()).toEqual({
      detail: 'Authentication credentials were not provided.',
    });
    const good = await request('/files/');
    expect(good.headers.get('Content-Type')).toBe('application/vnd.uploadcare-v0.7+json');
    expect(good.headers.get('Cache-Control')).toBe('no-store');
    const answers = await Promise.all([
      request('/files/', { Authorization: 'Bearer x' }),
      request('/files/', { Authorization, Accept: 'text/html' }),
      request('/files/?limit=0'),
      request('/files/?limit=1001'),
      request('/files/?limit=x'),
      request('/files/?from=yesterday'),
      request('/files/?from=2026-99-01'),
      request('/files/?ordering=size'),
      request('/files/?stored=maybe'),
      request('/files/x/y/'),
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
    'can use dates up to the limits of the calendar in both orders: %s is %i',
    async (from, status) => {
      const { origin, keys } = await startFileService();
      const headers = { Authorization: `Uploadcare.Simple ${keys.publicKey}:${keys.secretKey}` };
      for (const order of ['', '-']) {
        const url = `${origin}/files/?from=${from}&ordering=${order}datetime_uploaded`;
        expect((await fetch(url, { headers })).status).toBe(status);
      }
    },
  );
});

describe('a client that sends too many requests', () => {
  it('gets a Retry-After header and retries after that time', async () => {
    let throttled = 1;
    const take: RateLimiter['take'] = async (name) => {
      if (name !== 'files-by-address' || throttled === 0) return;
      throttled -= 1;
      throw new AppError('rate-limited', { retryAfterMs: 900 });
    };
    const fixture = await startFileService({
      rateLimiter: { take, async giveBack() {}, async reset() {} },
    });
    const patient = { ...fixture.settings, retryThrottledRequestMaxTimes: 1 };
    expect((await listOfFiles({}, patient)).results).toEqual([]);
    expect(throttled).toBe(0);
  });

  it('is rejected when it continues, with or without keys', async () => {
    const fixture = await startFileService({ rateLimiter: createRateLimiter(1 / 60) });
    const wrong = new UploadcareSimpleAuthSchema({ ...fixture.keys, secretKey: 'x' });
    await listOfFiles({}, fixture.settings);
    await expect(listOfFiles({}, { ...fixture.settings, authSchema: wrong })).rejects.toMatchObject(
      {
        status: 401,
      },
    );
    await expect(listOfFiles({}, fixture.settings)).rejects.toMatchObject({
      message: expect.stringMatching(
        /Request was throttled\. Expected available in \d+ seconds?\./,
      ),
    });
    const throttled = await fetch(`${fixture.origin}/files/`);
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
