import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createS3FileStore } from '#integrations/s3/s3-file-store.ts';
import { startS3Server } from '#test/fakes/s3-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { buildRawZip } from '#test/fixtures/raw-zip.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import { createWebGameSite } from '#test/fixtures/web-games.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);
beforeAll(() => createCardSets(database.db));

const script = 'export const level = 1;\n'.repeat(500);
const noise = randomBytes(5_000);
const zip = buildRawZip(
  [
    { name: 'index.html', content: '<h1>Lanterns</h1>' },
    { name: 'main.js', content: script },
    { name: 'sound.mp3', content: noise },
  ].map((entry) => ({ ...entry, method: 0 })),
);

async function createGame(gallery?: Parameters<typeof createWebGameSite>[1]) {
  const site = await createWebGameSite(startUploads, gallery);
  expect((await site.upload(zip)).status).toBe(200);
  const owner = await site.createOwner();
  const { base } = await site.play(owner);
  const ask = (name: string, headers: Record<string, string>, init: RequestInit = {}) =>
    site.load(base + name, { headers, ...init });
  return { ...site, owner, base, ask };
}

test('a game that is uploaded through one node plays through another, from a bucket', async () => {
  const s3 = await startS3Server();
  try {
    const gallery = { fileStore: createS3FileStore(s3) };
    const { owner, play, gameId, editor, ...first } = await createGame({ gallery });
    const { config, site } = first.services;
    const second = await startUploads({
      ...{ config, site },
      gallery: { fileStore: createS3FileStore(s3) },
    });
    // Nothing of the game is on the disk of a node.
    expect([...(await first.filesLeft()), ...(await second.filesLeft())]).toEqual([]);
    expect([...s3.objects.keys()].filter((name) => name.startsWith('downloads/'))).toHaveLength(1);
    const { base } = await play({
      ...owner,
      ...(await createSignedInVisitor(second, owner.actor.id)),
    });
    const ask = (name: string, headers = {}) =>
      second.app.fetch(new Request(base + name, { headers }));
    expect(await (await ask('main.js')).text()).toBe(script);
    const part = await ask('sound.mp3', { Range: 'bytes=100-199' });
    expect(Buffer.from(await part.arrayBuffer())).toEqual(noise.subarray(100, 200));
    // The address is the same for both.
    expect(await (await first.load(`${base}index.html`)).text()).toBe('<h1>Lanterns</h1>');
    await editor.post(`/admin/games/${gameId}/delivery`, { intent: 'remove-web-game' });
    expect((await ask('index.html')).status).not.toBe(200);
    expect([...s3.objects.keys()].filter((name) => name.startsWith('downloads/'))).toEqual([]);
  } finally {
    await s3.close();
  }
});

describe('a file of a game', () => {
  test('is compressed for clients that accept it, and is the same file', async () => {
    const { ask } = await createGame();
    const plain = await ask('main.js', {});
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(plain.headers.get('Vary')).toContain('Accept-Encoding');
    expect(await plain.text()).toBe(script);
    for (const [accepted, name, decode] of [
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const packed = await ask('main.js', { 'Accept-Encoding': accepted });
      expect(packed.headers.get('Content-Encoding')).toBe(name);
      expect(packed.headers.get('Content-Length')).toBeNull();
      expect(packed.headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
      const bytes = Buffer.from(await packed.arrayBuffer());
      expect(bytes.length).toBeLessThan(script.length / 10);
      expect(String(decode(bytes))).toBe(script);
      const eTag = packed.headers.get('ETag') ?? '';
      const again = { 'Accept-Encoding': accepted, 'If-None-Match': eTag };
      expect((await ask('main.js', again)).status).toBe(304);
      const head = await ask('main.js', { 'Accept-Encoding': accepted }, { method: 'HEAD' });
      expect(head.headers.get('Content-Encoding')).toBe(name);
    }
  });

  test('is sent as it is if it is small, compressed already, or a part', async () => {
    const { ask } = await createGame();
    for (const headers of [{ Range: 'bytes=0-9' }, {}] as Record<string, string>[])
      for (const name of ['index.html', 'sound.mp3', ...(headers.Range ? ['main.js'] : [])]) {
        const response = await ask(name, { ...headers, 'Accept-Encoding': 'br' });
        expect([name, response.headers.get('Content-Encoding')]).toEqual([name, null]);
        await response.arrayBuffer();
      }
  });

  test('and every other answer of its host say that the host has https', async () => {
    const { ask, load, origin } = await createGame();
    const strict = 'max-age=31536000';
    for (const response of [await ask('main.js', {}), await load('https://games.example/none')])
      expect(response.headers.get('Strict-Transport-Security')).toBe(strict);
    expect((await fetch(origin)).headers.get('Strict-Transport-Security')).toBeNull();
  });
});
