import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gameKeys, games, pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { pictureFileName } from '#domain/gallery/storage/file-store.ts';
import { exportGamesZip } from '#domain/game-files/export-games-zip.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createPlayer } from '#test/fixtures/factories.ts';
import { buildRawZip, buildZip } from '#test/fixtures/raw-zip.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createSmallPicture, useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const [first, second] = [useDatabase(), useDatabase()];
const [startFirst, startSecond] = [useUploadServer(first), useUploadServer(second)];

async function createSite(database: typeof first, start: typeof startFirst) {
  await createCardSets(database.db);
  const site = await start();
  const { id } = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const browser = await createSignedInVisitor(site, id);
  const post = (
    from: Pick<typeof browser, 'send'>,
    { zip, intent = 'import', name = 'games.zip', path = '/admin/games/import' }: Sent,
  ) => {
    const body = new FormData();
    // The button comes after the file, as in the form.
    body.append('file', new File([zip as Uint8Array<ArrayBuffer>], name));
    body.append('intent', intent);
    const headers = { Origin: 'http://localhost:3000', Accept: 'text/html' };
    return from.send(path, { method: 'POST', body, headers });
  };
  return {
    ...site,
    db: database.db,
    id,
    browser,
    post,
    send: async (sent: Sent) => textOf(await post(browser, sent)),
    exportZip: async () =>
      Buffer.from(await (await browser.get('/admin/games/export/games.zip')).arrayBuffer()),
    countPictures: () => database.db.$count(pictures, eq(pictures.purpose, 'site')),
  };
}

interface Sent {
  zip: Uint8Array;
  intent?: 'check' | 'import';
  name?: string;
  path?: string;
}

let bundles = 0;

/** A bundle with pictures of its own. */
async function createBundle(names: readonly string[]) {
  bundles += 1;
  const cards = ['Lamp', 'Wick', 'Oil'].map((name) => ({
    ...{ name, rarity: 'common', picture: 'art/card.jpg' },
  }));
  const list = names.map((name) => ({
    ...{ name, price: '4.50', keys: 'keys.txt', cards },
    cover: { file: 'art/cover.jpg', text: 'A lantern.' },
    pictures: [{ file: 'art/card.jpg', text: 'A card.' }, { file: 'art/cover.jpg' }],
  }));
  return {
    'games.json': JSON.stringify({ games: list }),
    'art/cover.jpg': await createSmallPicture(64 + bundles, 40),
    'art/card.jpg': await createSmallPicture(40, 64 + bundles),
    'keys.txt': 'AAAA-1111\nBBBB-2222\n',
  };
}

test('a zip is checked, imported with pictures and keys, exported, and imported by another site', async () => {
  const site = await createSite(first, startFirst);
  const name = `Bundle ${randomUUID()}`;
  const zip = buildZip(await createBundle([name]));
  expect(await site.send({ zip, intent: 'check' })).toContain('1 new, 0 changed, 0 the same.');
  expect(await first.db.$count(games, eq(games.name, name))).toBe(0);
  expect(await site.countPictures()).toBe(0);
  expect(await site.send({ zip })).toContain('The games are imported.');
  expect(await site.countPictures()).toBe(2);
  expect(await first.db.$count(gameKeys)).toBe(2);
  expect(await site.send({ zip })).toContain('0 new, 0 changed, 1 the same.');
  expect(await site.countPictures()).toBe(2);

  const exported = await site.exportZip();
  expect(exported.includes('AAAA-1111')).toBe(false);
  // The same site has these pictures, which have another content than those that were sent.
  expect(await site.send({ zip: exported })).toContain('0 new, 0 changed, 1 the same.');
  expect(await site.countPictures()).toBe(2);

  const other = await createSite(second, startSecond);
  expect(await other.send({ zip: exported })).toContain('The games are imported.');
  expect(await other.countPictures()).toBe(2);
  expect(await second.db.$count(gameKeys)).toBe(0);
  expect(await other.send({ zip: exported })).toContain('0 new, 0 changed, 1 the same.');
  // What the other site exports has the same games with pictures of their own.
  const again = await other.exportZip();
  const toText = (bytes: Buffer) => {
    const start = bytes.indexOf('{\n  "games"');
    const text = bytes.toString('utf8', start, bytes.indexOf('\n}', start));
    return text.replace(/[0-9a-f-]{36}\.webp/g, 'ID.webp');
  };
  expect(toText(exported)).toContain('"text": "A lantern."');
  expect(toText(again)).toBe(toText(exported));
  const page = await other.browser.get(`/admin/games?q=${encodeURIComponent(name)}`);
  expect(await textOf(page)).toContain(name);
});

test('one wrong file in a zip is named with its row, and nothing is written', async () => {
  const site = await createSite(first, startFirst);
  const name = `Wrong ${randomUUID()}`;
  const { 'art/cover.jpg': _, ...bundle } = await createBundle([name, `${name} 2`]);
  const zip = buildRawZip([
    ...Object.entries(bundle).map(([path, content]) => ({ name: path, content })),
    { name: 'art/cover.jpg', content: 'no picture' },
  ]);
  const [before, filesBefore] = [await site.countPictures(), await site.filesLeft()];
  const text = await site.send({ zip });
  expect(text).toContain('2 wrong');
  expect(text).toMatch(/cover: [A-Z]/);
  expect(await first.db.$count(games, inArray(games.name, [name, `${name} 2`]))).toBe(0);
  expect(await site.countPictures()).toBe(before);
  expect(await site.filesLeft()).toEqual(filesBefore);
  const bad = { name: 'keys.txt', content: 'SECRET-9', claims: { crc: 1 } };
  const broken = await site.send({
    zip: buildRawZip([
      { name: 'a.json', content: JSON.stringify({ games: [{ name, keys: 'keys.txt' }] }) },
      bad,
    ]),
  });
  expect(broken).toContain('damaged (keys.txt)');
  expect(broken).not.toContain('SECRET');
  expect(await site.send({ zip: Buffer.from('x') })).toContain('not a zip file');
  expect(await site.filesLeft()).toEqual(filesBefore);
});

test('the form with scripts gets the same report, and a zip that is cut off changes nothing', async () => {
  const site = await createSite(first, startFirst);
  const name = `Data ${randomUUID()}`;
  const zip = buildZip(await createBundle([name]));
  const response = await site.post(site.browser, { zip, path: '/admin/games/import.data' });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('imported');
  const cut = await site.browser.send('/admin/games/import', {
    method: 'POST',
    body: new Uint8Array(zip.subarray(0, 200)),
    headers: {
      Origin: 'http://localhost:3000',
      Accept: 'text/html',
      'Content-Type': 'multipart/form-data; boundary=x',
    },
  });
  expect(await textOf(cut)).toContain('The file has not arrived completely.');
});

test('a zip is for catalog editors only', async () => {
  const site = await createSite(first, startFirst);
  const name = `Forged ${randomUUID()}`;
  const zip = buildZip(await createBundle([name]));
  for (const values of [{}, { role: 'moderator' as const }]) {
    const { id } = await createPlayer(first.db, values);
    const player = await createSignedInVisitor(site, id);
    expect((await site.post(player, { zip })).status).toBe(404);
    expect((await player.get('/admin/games/export/games.zip')).status).toBe(404);
  }
  expect((await site.post(site.visit(), { zip })).headers.get('Location')).toMatch(/^\/login/);
  expect(await first.db.$count(games, eq(games.name, name))).toBe(0);
});

test('an export leaves out a picture that the file store does not have', async () => {
  const site = await createSite(first, startFirst);
  const name = `Missing ${randomUUID()}`;
  await site.send({ zip: buildZip(await createBundle([name])) });
  const [cover] = await first.db
    .select({ id: pictures.id, hash: pictures.fullHash })
    .from(pictures)
    .where(and(eq(pictures.name, 'cover.jpg'), eq(pictures.userId, site.id)));
  await site.services.gallery.fileStore.remove(pictureFileName(cover?.id ?? '', cover?.hash ?? ''));
  const exported = await site.exportZip();
  expect(exported.includes(`pictures/${cover?.id}.webp`)).toBe(false);
  expect(await site.send({ zip: exported })).toMatch(/ [1-9] changed, \d the same\./);
});

test('an export opens one picture at a time, and none after its reader has left', async () => {
  const site = await createSite(first, startFirst);
  await site.send({ zip: buildZip(await createBundle([`Open ${randomUUID()}`])) });
  let [open, most, opened] = [0, 0, 0];
  const { fileStore } = site.ctx.gallery;
  const counting: Ctx['gallery']['fileStore'] = {
    ...fileStore,
    async open(...args) {
      const file = await fileStore.open(...args);
      if (!file) return file;
      opened += 1;
      open += 1;
      most = Math.max(most, open);
      file.stream.once('close', () => {
        open -= 1;
      });
      return file;
    },
  };
  const actor = await createPlayer(first.db, { furtherRoles: [catalogEditor] });
  const ctx = { ...site.ctx, actor, gallery: { ...site.ctx.gallery, fileStore: counting } };
  await buffer(await exportGamesZip(ctx));
  const all = opened;
  expect(all).toBeGreaterThan(1);
  expect([most, open]).toEqual([1, 0]);
  const left = await exportGamesZip(ctx);
  await once(left, 'readable');
  left.destroy();
  await expect.poll(() => open).toBe(0);
  expect(opened - all).toBeLessThanOrEqual(all);
});
