import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { serve } from '@hono/node-server';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';

import { coverHash, coverPath } from '#domain/catalog/covers/cover-path.ts';
import { coverConstants } from '#shared/constants/catalog/covers.ts';
import { failWith, useCovers } from '#test/fixtures/covers.ts';
import { createGame } from '#test/fixtures/factories.ts';
import { createApp } from '../app.ts';

const { database, openApplication, createGameWithPicture, photograph } = useCovers();

describe('a cover from another site', () => {
  it('is served resized from our own origin, and can be cached forever', async () => {
    const shop = openApplication();
    const { path, stored } = await createGameWithPicture();
    const response = await shop.get(path);
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(body.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      etag: expect.stringMatching(/^"[0-9a-f]{20}"$/),
    });
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 });
    expect(shop.fetched).toEqual([stored]);
  });

  it('is served for each kind of picture under its own hash', async () => {
    const shop = openApplication();
    const [scene, other] = ['https://media.example/s.jpg', 'https://media.example/o.jpg'];
    const { id } = await createGame(database.db, {
      backgroundImageAdditional: scene,
      pictures: ['/art/scenes/1-00000000.svg', other],
    });
    expect((await shop.get(coverPath(id, 'scene', scene) ?? '')).status).toBe(200);
    expect((await shop.get(coverPath(id, 2, other) ?? '')).status).toBe(200);
    expect((await shop.get(coverPath(id, 'scene', other) ?? '')).status).toBe(404);
    expect((await shop.get(coverPath(id, 3, other) ?? '')).status).toBe(404);
    expect(shop.fetched).toEqual([scene, other]);
  });

  it('can be requested with HEAD and with If-None-Match', async () => {
    const shop = openApplication();
    const { path } = await createGameWithPicture();
    const whole = await shop.get(path);
    const tag = whole.headers.get('ETag') ?? '';
    const head = await shop.head(path);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('Content-Length')).toBe(whole.headers.get('Content-Length'));
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const same = await shop.get(path, { 'If-None-Match': known });
      expect(same.status).toBe(304);
      expect(same.headers.get('ETag')).toBe(tag);
      expect(same.headers.get('Cache-Control')).toContain('immutable');
    }
    expect((await shop.get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is fetched once for concurrent requests', async () => {
    const shop = openApplication();
    const { path } = await createGameWithPicture();
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.get(path)));
    const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(bodies.map(({ byteLength }) => byteLength)).size).toBe(1);
    expect(shop.fetched).toHaveLength(1);
  });

  it('is not fetched again after a restart or when the provider is disabled', async () => {
    const { path } = await createGameWithPicture();
    expect((await openApplication(undefined, 'restarted').get(path)).status).toBe(200);
    const again = openApplication(failWith('unavailable'), 'restarted');
    expect((await again.get(path)).status).toBe(200);
    expect(again.fetched).toEqual([]);
  });

  it('is fetched with limited concurrency', async () => {
    const shop = openApplication();
    const games = await Promise.all(Array.from({ length: 24 }, () => createGameWithPicture()));
    const answers = await Promise.all(games.map(({ path }) => shop.get(path)));
    expect(answers.map(({ status }) => status)).toEqual(games.map(() => 200));
    expect(shop.most()).toBeLessThanOrEqual(coverConstants.concurrentFetchesMax);
  });
});

describe('a source that hangs', () => {
  it('does not delay pictures of other sources', async () => {
    const hanging = Promise.withResolvers<Uint8Array>();
    const shop = openApplication((url) =>
      url.startsWith('https://media.example/') ? hanging.promise : photograph(),
    );
    const games = await Promise.all(Array.from({ length: 6 }, () => createGameWithPicture()));
    const waiting = games.map(({ path }) => shop.get(path));
    await vi.waitUntil(() => shop.fetched.length === coverConstants.concurrentFetchesPerOriginMax);
    const stored = 'https://other.example/cover.jpg';
    const { id } = await createGame(database.db, { backgroundImage: stored });
    expect((await shop.get(coverPath(id, 'cover', stored) ?? '')).status).toBe(200);
    expect(shop.fetched).toHaveLength(coverConstants.concurrentFetchesPerOriginMax + 1);
    hanging.resolve(photograph());
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(games.map(() => 200));
  });
});

describe('nothing is fetched', () => {
  it('for another hash, game or size, or a manipulated path', async () => {
    const shop = openApplication();
    const { id, stored, path } = await createGameWithPicture();
    const hash = coverHash(stored);
    for (const wrong of [
      path.replace(hash, '00000000'),
      coverPath(2_000_000_000, 'cover', stored) ?? '',
      path.replace('-320.', '-321.'),
      `/pictures/${id}/../${id}/x-${hash}-320.webp`,
      `/pictures/%2e%2e/%2e%2e/etc/passwd`,
      `/pictures/${id}%2fcover-${hash}-320.webp`,
      `/pictures/${id}/cover-${hash}-320.webp%00`,
      `/pictures/${id}/%63over-${hash}-320.webp`,
      `/pictures/${id}/cover-${hash}-320.webp/..%2f..%2fsecret`,
      `/pictures/${encodeURIComponent(stored)}`,
      // Covers of other sites have JPEG share images; bundled covers are under /art.
      `/pictures/share/${id}-${hash}.png`,
    ]) {
      const response = await shop.get(wrong);
      expect(response.status, wrong).toBe(404);
      expect(response.headers.get('Cache-Control')).toMatch(/no-store|no-cache/);
    }
    expect((await shop.post(path, {})).status).toBe(404);
    expect(shop.fetched).toEqual([]);
  });
});

describe('over a real connection', () => {
  it('paths are not decoded, and HEAD responses have the headers', async () => {
    const shop = openApplication();
    const { id, path } = await createGameWithPicture();
    const app = createApp(shop.services, { clientDirectory: null, ready: () => true });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    const bound = server.address();
    const port = typeof bound === 'object' ? bound?.port : undefined;
    async function send(method: string, wanted: string) {
      const sent = request({ port, host: '127.0.0.1', method, path: wanted, agent: false }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = await answer.toArray();
      return { answer, bytes: Buffer.concat(chunks).byteLength };
    }
    try {
      const whole = await send('GET', path);
      expect(whole.answer.statusCode).toBe(200);
      expect(whole.answer.headers['content-length']).toBe(String(whole.bytes));
      const head = await send('HEAD', path);
      expect(head.answer.headers['content-length']).toBe(String(whole.bytes));
      expect(head.bytes).toBe(0);
      for (const wanted of [
        '/pictures/../pictures/../../etc/passwd',
        `/pictures/${id}/../../../secret`,
        '/pictures/share/..%2f..%2fsecret.png',
        '/pictures//',
      ]) {
        expect((await send('GET', wanted)).answer.statusCode, wanted).toBe(404);
      }
    } finally {
      server.close();
    }
  });
});
