import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminLog, ownedGames, users, webGameEntries } from '#database/schema.ts';
import { readWebGameToken } from '#domain/game-library/delivery/web-game-url.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { buildZip } from '#test/fixtures/raw-zip.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';
import { createWebGameSite, gameFiles, gamesOrigin } from '#test/fixtures/web-games.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);
beforeAll(() => createCardSets(database.db));

async function createPlayedGame() {
  const site = await createWebGameSite(startUploads);
  expect((await site.upload()).status).toBe(200);
  const owner = await site.createOwner();
  return { ...site, owner, ...(await site.play(owner)) };
}

describe('an uploaded game', () => {
  test('is in a frame of the page of its owners, which allows frames of its origin only', async () => {
    const { page, html, base, owner, gameId, pagePath, playPath } = await createPlayedGame();
    expect(page.headers.get('Content-Security-Policy')).toMatch(
      /; frame-src https:\/\/games\.example$/,
    );
    expect(html).toContain('sandbox="allow-scripts allow-pointer-lock"');
    expect(base).toMatch(/^https:\/\/games\.example\/[\w-]{88}\/$/);
    // The game can read its address: it does not name the player.
    expect(base).not.toContain(owner.actor.id);
    expect(await (await owner.get(pagePath)).text()).toContain(`href="${playPath}"`);
    expect(await textOf(await owner.get(`/game-session/${gameId}`))).toContain('Game is Active');
  });

  test('is loaded with the types of its files, a policy of its own and no cookie', async () => {
    const { base, load, owner } = await createPlayedGame();
    const types = {
      'index.html': 'text/html; charset=utf-8',
      'lib/main.js': 'text/javascript; charset=utf-8',
      'art/a b é.svg': 'image/svg+xml',
      'sound.mp3': 'audio/mpeg',
      'empty.txt': 'text/plain; charset=utf-8',
    };
    for (const [name, type] of Object.entries(types)) {
      const response = await load(base + encodeURI(name), {
        headers: { Cookie: `session=${owner.cookie}` },
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(gameFiles[name as keyof typeof gameFiles]);
      const { headers } = response;
      expect(headers.get('Content-Type')).toBe(type);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
      expect(headers.getSetCookie()).toEqual([]);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain(`default-src ${base} data: blob: 'unsafe-inline'`);
      expect(policy).toContain(`connect-src ${base} data: blob:;`);
      expect(policy).toContain('frame-ancestors http://localhost:3000;');
      expect(policy).toContain("form-action 'none';");
      expect(policy).toMatch(/; sandbox allow-scripts allow-pointer-lock$/);
      const caching = headers.get('Cache-Control') ?? '';
      if (name === 'index.html') expect(caching).toBe('private, no-cache');
      const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(caching) ?? [];
      if (name !== 'index.html') expect(Number(seconds)).toBeLessThanOrEqual(12 * 60 * 60);
    }
  });

  test('is sent in parts, as a header, and not again if the browser has it', async () => {
    const { base, load } = await createPlayedGame();
    const url = `${base}sound.mp3`;
    const whole = await load(url);
    const eTag = whole.headers.get('ETag') ?? '';
    await whole.text();
    const part = await load(url, { headers: { Range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('Content-Range')).toBe('bytes 2-4/10');
    // A part never reaches into the next file.
    const end = await load(url, { headers: { Range: 'bytes=8-50' } });
    expect(await end.text()).toBe('89');
    expect((await load(url, { headers: { Range: 'bytes=10-' } })).status).toBe(416);
    expect((await load(url, { headers: { 'If-None-Match': eTag } })).status).toBe(304);
    const head = await load(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, '10']);
    expect(await head.text()).toBe('');
    expect(await (await load(base)).text()).toBe(gameFiles['index.html']);
  });

  test('has no files outside of it, however they are asked for', async () => {
    const { base, load } = await createPlayedGame();
    for (const path of [
      'missing.js',
      'INDEX.html',
      'lib',
      '%2e%2e/%2e%2e/etc/passwd.txt',
      '..%2f..%2fetc%2fpasswd.txt',
      'lib%5cmain.js',
      'index.html%00.js',
      '%ff.js',
      'lib//main.js',
      '__proto__',
    ]) {
      const response = await load(base + path);
      await response.text();
      expect([path, response.status]).toEqual([path, path.startsWith('%2e') ? 403 : 404]);
    }
  });

  test('is only at its own host, which has nothing else of the site', async () => {
    const { base, load, owner, gameId } = await createPlayedGame();
    const { pathname } = new URL(`${base}index.html`);
    for (const host of ['http://localhost:3000', 'https://other.example', 'http://127.0.0.1'])
      expect((await load(host + pathname)).status).toBe(404);
    expect((await load(`https://GAMES.example.:8443${pathname}`)).status).toBe(200);
    for (const path of [
      '/',
      '/login',
      `/play/${gameId}`,
      `/game-info/${gameId}.data`,
      '/healthz',
      '/metrics',
      '/robots.txt',
      '/favicon.svg',
      '/api/games',
      '/api/client/v2.0/app/x/location',
      '/api/upload/info/',
      '/files/',
      '/socket.io/?EIO=4&transport=polling',
    ]) {
      const response = await load(gamesOrigin + path, {
        headers: { Cookie: `session=${owner.cookie}`, Origin: 'http://localhost:3000' },
      });
      expect([path, response.status]).toEqual([path, 403]);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors http://localhost:3000; sandbox",
      );
      expect(await response.text()).toContain('address');
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await load(`${gamesOrigin}${pathname}`, { method })).status).toBe(405);
  });

  test('has an address that is for its player and for a time', async () => {
    const { base, load, createOwner, play, ctx } = await createPlayedGame();
    const other = await play(await createOwner());
    expect(other.base).not.toBe(base);
    const tokenOf = (url: string) => new URL(url).pathname.split('/')[1] ?? '';
    const [own, others] = [tokenOf(base), tokenOf(other.base)];
    const forged = [
      others.slice(0, 40) + own.slice(40),
      own.slice(0, 40) + others.slice(40),
      own.slice(0, -22) + 'A'.repeat(22),
      own.slice(0, -1),
      // The form of addresses of earlier versions.
      `${crypto.randomUUID()}.${'A'.repeat(22)}.9999999999.${'A'.repeat(43)}`,
      '',
    ];
    for (const token of forged)
      expect((await load(`${gamesOrigin}/${token}/index.html`)).status).toBe(403);
    const { expiresAt } = (await readWebGameToken(ctx.keys, own, ctx.testClock.now())) ?? {};
    const left = Number(expiresAt) - ctx.testClock.now().getTime();
    expect(left).toBeGreaterThan(6 * 60 * 60_000 - 1);
    expect(left).toBeLessThanOrEqual(12 * 60 * 60_000);
    ctx.testClock.advance(left - 1);
    expect((await load(base)).status).toBe(200);
    ctx.testClock.advance(1);
    const expired = await load(base);
    expect([expired.status, await expired.text()]).toEqual([
      403,
      'This address has expired. Load the game again.',
    ]);
  });

  test('is not loaded any more by somebody who lost the game or whose account is suspended', async () => {
    const { db } = database;
    const { base, load, owner, createOwner, play } = await createPlayedGame();
    const other = await createOwner();
    const { base: otherBase } = await play(other);
    await db.update(users).set({ banned: true }).where(eq(users.id, owner.actor.id));
    expect((await load(base)).status).toBe(403);
    expect((await load(otherBase)).status).toBe(200);
    await db.delete(ownedGames).where(eq(ownedGames.userId, other.actor.id));
    expect((await load(otherBase)).status).toBe(403);
  });

  test('stays with its owners when the game is hidden', async () => {
    const { base, load, gameId, editorCtx } = await createPlayedGame();
    await setGameHidden(editorCtx, { gameId, isHidden: true });
    expect((await load(base)).status).toBe(200);
  });
});

describe('an editor', () => {
  test('replaces a game at once and removes it, with all its files', async () => {
    const { base, load, upload, owner, play, listFiles, filesLeft, ...site } =
      await createPlayedGame();
    const { gameId, editor, editorPath, playPath, pagePath } = site;
    const before = await listFiles();
    expect((await upload(buildZip({ 'index.html': 'second' }))).status).toBe(200);
    expect((await load(base)).status).toBe(403);
    const second = await play(owner);
    expect(await (await load(second.base)).text()).toBe('second');
    const after = await listFiles();
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before[0]?.id);
    expect(await filesLeft()).toHaveLength(1);
    expect(await textOf(await editor.get(editorPath))).toContain(
      'lanterns.zip One file · 1 KB · added',
    );
    expect(await textOf(await editor.get(`${editorPath}?ask=remove-web-game`))).toContain(
      'nobody can play it here any more',
    );

    const removed = await editor.post(editorPath, { intent: 'remove-web-game' });
    expect(await textOf(removed)).toContain('The uploaded game is removed.');
    expect((await load(second.base)).status).toBe(403);
    expect((await owner.get(playPath)).headers.get('Location')).toBe(pagePath);
    expect(await listFiles()).toEqual([]);
    expect(await filesLeft()).toEqual([]);
    for (const { id } of [...before, ...after])
      expect(await database.db.$count(webGameEntries, eq(webGameEntries.fileId, id))).toBe(0);
    await editor.post(editorPath, { intent: 'remove-web-game' });
    const log = await database.db
      .select({ act: adminLog.act, details: adminLog.details })
      .from(adminLog)
      .where(eq(adminLog.subject, String(gameId)));
    const acts = log.filter(({ act }) => act.endsWith('web-game'));
    expect(acts.map(({ act }) => act)).toEqual(['set-web-game', 'set-web-game', 'remove-web-game']);
    expect(acts[1]?.details).toMatchObject({ fileName: 'lanterns.zip', bytes: 6, files: 1 });
  });

  test('reads why a zip is refused, and the present game stays', async () => {
    const { base, load, upload, listFiles, filesLeft, editor, editorPath } =
      await createPlayedGame();
    const evil = buildZip({ 'index.html': 'x', '../evil.js': 'x' });
    const refused = await upload(evil);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'web-game-zip',
        message: expect.stringContaining('(../evil.js).'),
      },
    });
    const form = await upload(evil, editor, {});
    expect(form.headers.get('Location')).toBe(`${editorPath}?failed=web-game-zip&why=name`);
    expect(await textOf(await editor.get(form.headers.get('Location') ?? ''))).toContain(
      'A file in the zip has a name that is not allowed.',
    );
    expect((await load(base)).status).toBe(200);
    expect(await listFiles()).toHaveLength(1);
    expect(await filesLeft()).toHaveLength(1);
  });

  test('of two uploads at the same time keeps one, and the files of one', async () => {
    const { upload, owner, play, load, listFiles, filesLeft } = await createPlayedGame();
    const texts = ['one', 'two'];
    const zips = texts.map((text) => buildZip({ 'index.html': text }));
    const answers = await Promise.all(zips.map((zip) => upload(zip)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(texts).toContain(await (await load((await play(owner)).base)).text());
    expect(await listFiles()).toHaveLength(1);
    expect(await filesLeft()).toHaveLength(1);
  });
});

describe('without GAMES_ORIGIN', () => {
  test('no game can be uploaded, and the page says why', async () => {
    const { upload, editor, editorPath, filesLeft } = await createWebGameSite(startUploads, {
      isOn: false,
    });
    const page = await textOf(await editor.get(editorPath));
    expect(page).toContain('Uploaded games are off: the setting GAMES_ORIGIN is not set.');
    expect(page).not.toContain('Upload game');
    const refused = await upload();
    expect([refused.status, (await refused.json()).error.code]).toEqual([409, 'web-games-off']);
    expect(await filesLeft()).toEqual([]);
  });

  test('an uploaded game is not played, and its page says so', async () => {
    const { upload, load, play, createOwner, gameId, playPath } =
      await createWebGameSite(startUploads);
    await upload();
    const owner = await createOwner();
    const { base } = await play(owner);
    const off = await createWebGameSite(startUploads, { isOn: false });
    const visitor = off.visit();
    visitor.cookie = owner.cookie;
    const page = await visitor.get(playPath);
    expect(page.headers.get('Content-Security-Policy')).not.toContain('frame-src');
    const html = await page.text();
    expect(html).toContain('uploaded games are off on this site');
    expect(html).not.toContain('<iframe');
    expect((await off.load(`${base}index.html`)).status).toBe(404);
    expect((await load(base)).status).toBe(200);
    const editor = off.visit();
    editor.cookie = off.editor.cookie;
    expect(await textOf(await editor.get(`/admin/games/${gameId}/delivery`))).toContain(
      'Uploaded games are off, so nobody can play this one',
    );
  });
});
