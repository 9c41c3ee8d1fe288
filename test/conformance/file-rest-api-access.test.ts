import { createHmac } from 'node:crypto';
import {
  fileInfo,
  listOfFiles,
  UploadcareAuthSchema,
  UploadcareSimpleAuthSchema,
} from '@uploadcare/rest-client';
import { info, uploadFile } from '@uploadcare/upload-client';
import { describe, expect, it } from 'vitest';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { listPictures } from '#domain/gallery/list-pictures.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { createSmallPicture } from '../fixtures/uploads.ts';
import { idsOf, useFileService } from './file-rest-api.ts';

const database = useDatabase();
const startFileService = useFileService(database);

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
    const given = { fileName: 'fair.jpg', metadata: { album: 'fair' } };
    const sent = await uploadFile(await createSmallPicture(), { ...signed, ...given });
    const { uuid, cdnUrl } = sent;
    const served = await fetch(cdnUrl ?? '');
    expect(served.status).toBe(200);
    const stored = {
      size: (await served.arrayBuffer()).byteLength,
      mimeType: served.headers.get('Content-Type'),
      ...{ originalFilename: 'fair.jpg', metadata: { album: 'fair' } },
    };
    expect(sent).toMatchObject(stored);
    expect(await info(uuid, options)).toMatchObject(stored);
    const record = await fileInfo({ uuid }, fixture.settings);
    expect(record).toMatchObject({ ...stored, datetimeStored: expect.any(String) });
    expect((await listOfFiles({}, fixture.settings)).results).toEqual([record]);
    expect((await listPictures(fixture.ctx)).pictures).toEqual([]);
    // The mark by which another Guildhall knows the pictures of its players: these are in its gallery.
    const ofPlayer = { ...given, metadata: { guildhall_uploader: 'of Ada' } };
    const shown = await uploadFile(await createSmallPicture(), { ...signed, ...ofPlayer });
    expect(await info(shown.uuid, options)).toMatchObject({
      ...{ originalFilename: 'picture', metadata: {}, mimeType: 'image/jpeg' },
    });
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
