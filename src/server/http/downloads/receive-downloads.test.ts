import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { accountRoles, gameDownloads } from '#database/schema.ts';
import { getSessionCookieName } from '#domain/accounts/sessions/session-cookie.ts';
import type { Rules } from '#domain/context-parts.ts';
import { sumBytes } from '#domain/downloads/add-download.ts';
import { listDownloads } from '#domain/downloads/list-downloads.ts';
import { downloadUploadPath } from '#shared/constants/download-paths.ts';
import { downloadConstants } from '#shared/constants/downloads.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDownloadGame } from '#test/fixtures/downloads.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import { type ServicesOverrides, textOf } from '#test/fixtures/web-application.ts';
import type { Env } from '../hono-env.ts';
import { createDownloadUploadRoutes } from './receive-download-routes.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

async function createFixture(
  limits: Partial<Rules['downloads']> = {},
  overrides: ServicesOverrides = {},
) {
  const { rules } = createTestCtx(database.db);
  const downloads = { ...rules.downloads, ...limits };
  const server = await startUploads({ ...overrides, rules: { ...rules, downloads } });
  const game = await createDownloadGame(server);
  const { gameId, ask, editor } = game;
  const path = downloadUploadPath(gameId);

  /** Sends a form that arrives in the given pieces, as written. */
  function sendPieces(pieces: (string | Uint8Array)[], signal?: AbortSignal) {
    const body = Readable.toWeb(Readable.from(pieces.map((piece) => Buffer.from(piece))));
    return ask(editor, path, {
      method: 'POST',
      headers: { ...formType, Origin: server.origin, Accept: 'application/json' },
      body,
      signal,
      duplex: 'half',
    } as unknown as RequestInit);
  }

  /** Starts to send a file that never ends. */
  function startSending(signal: AbortSignal, bytes = 100_000) {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(opening() + 'x'.repeat(bytes))),
    });
    return ask(editor, path, {
      method: 'POST',
      headers: { ...formType, Origin: server.origin, Accept: 'application/json' },
      body,
      signal,
      duplex: 'half',
    } as unknown as RequestInit).catch(() => null);
  }

  /** That nothing is left of a file that was not added: no file, no row, no download. */
  async function expectNothing() {
    await expect.poll(() => server.filesLeft()).toEqual([]);
    await expect.poll(() => game.listFiles()).toEqual([]);
    const { db } = database;
    expect(await db.$count(gameDownloads, eq(gameDownloads.gameId, gameId))).toBe(0);
  }

  const listNames = async () => {
    const owner = await game.createOwner();
    const found = await listDownloads(owner.ctx, gameId);
    return found.map(({ name, fileName }) => [name, fileName]);
  };
  return { ...server, ...game, path, sendPieces, startSending, expectNothing, listNames };
}

const formType = { 'Content-Type': 'multipart/form-data; boundary=x' };
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHeader = (fileName: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
const opening = (fileName = 'game.zip') => field('name', 'Windows') + fileHeader(fileName);
const closing = '\r\n--x--\r\n';

async function read(response: Response) {
  const answer = await response.json();
  return [response.status, answer.refusal?.code ?? 'added'];
}

describe('the name of a sent file', () => {
  test.each([
    ['../../x', 'x'],
    ['..\\..\\x.zip', 'x.zip'],
    ['C:\\games\\a.zip', 'a.zip'],
    ['/etc/passwd', 'passwd'],
    ['..', 'download'],
    ['.', 'download'],
    [' ', 'download'],
    ['a\u0000b.zip', 'ab.zip'],
    ['good\u202Egpj.exe', 'goodgpj.exe'],
    ['a<b>|c?.zip', 'a_b__c_.zip'],
    ['Spiel\u200B – größe.zip', 'Spiel – größe.zip'],
    [`${'n'.repeat(10_000)}.zip`, `${'n'.repeat(96)}.zip`],
  ])('%j becomes a name that can be saved', async (sent, saved) => {
    const { sendPieces, listNames, createOwner, ask, pagePath, gameId, filesLeft } =
      await createFixture();
    expect(await read(await sendPieces([opening(sent), 'content', closing]))).toEqual([
      200,
      'added',
    ]);
    expect(await listNames()).toEqual([['Windows', saved]]);
    const owner = await createOwner();
    const [download] = await listDownloads(owner.ctx, gameId);
    const response = await ask(owner, `${pagePath}/downloads/${download?.id}`);
    const header = response.headers.get('Content-Disposition') ?? '';
    expect(header).toMatch(
      /^attachment; filename="[\x20-\x7e]{1,100}"; filename\*=UTF-8''[\w%.!~-]+$/,
    );
    expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(saved);
    expect(await filesLeft()).toEqual([
      expect.stringMatching(/^gallery\/downloads\/..\/[0-9a-f-]{36}$/),
    ]);
  });
});

test('a file may have any bytes, and its size and checksum are recorded', async () => {
  const { sendPieces, listFiles } = await createFixture();
  const content = Buffer.concat([
    Buffer.alloc(5_000),
    randomBytes(5_000),
    Buffer.from('\r\n--y--'),
  ]);
  const sent = await sendPieces([opening(), content.subarray(0, 7), content.subarray(7), closing]);
  expect(await read(sent)).toEqual([200, 'added']);
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(await listFiles()).toMatchObject([{ bytes: content.length, sha256 }]);
});

test.each([
  ['no name', [fileHeader('a.zip'), 'x', closing], 'bad-input'],
  ['a name of spaces', [field('name', '  '), fileHeader('a.zip'), 'x', closing], 'bad-input'],
  ['a long name', [field('name', 'n'.repeat(61)), fileHeader('a'), 'x', closing], 'bad-input'],
  [
    'a field after the file',
    [fileHeader('a'), 'x\r\n', field('name', 'Windows'), '--x--'],
    'bad-input',
  ],
  ['no file', [field('name', 'Windows'), '--x--'], 'download-empty'],
  ['an empty file', [opening(), closing], 'download-empty'],
  [
    'an unknown download',
    [field('downloadId', randomUUID()), fileHeader('a'), 'x', closing],
    'download-not-found',
  ],
  [
    'an invalid download',
    [field('downloadId', '../x'), fileHeader('a'), 'x', closing],
    'bad-input',
  ],
  ['no end', [opening(), 'content'], 'download-cut'],
  ['no form', ['{}'], 'download-cut'],
])('a form with %s is refused, and nothing of it is left', async (_what, pieces, code) => {
  const { sendPieces, expectNothing } = await createFixture();
  expect((await read(await sendPieces(pieces)))[1]).toBe(code);
  await expectNothing();
});

test('direction controls in the name are removed, and markup is only text', async () => {
  const { sendFile, listNames } = await createFixture();
  await sendFile({ fields: { name: '<b>Win\u202Edows</b>' } });
  expect((await listNames())[0]?.[0]).toBe('<b>Windows</b>');
});

describe('a file that is too large', () => {
  test('is refused while it arrives, and nothing is left', async () => {
    const { sendPieces, expectNothing } = await createFixture({ fileBytesMax: 10_000 });
    const answer = await sendPieces([opening(), randomBytes(10_001), closing]);
    expect(await read(answer)).toEqual([413, 'download-bytes']);
    await expectNothing();
    expect(await read(await sendPieces([opening(), randomBytes(10_000), closing]))).toEqual([
      200,
      'added',
    ]);
  });

  test('is refused before it arrives if its size is announced', async () => {
    const { sendFile, expectNothing } = await createFixture({ fileBytesMax: 10_000 });
    const content = randomBytes(10_000 + downloadConstants.formBytesMax);
    expect(await read(await sendFile({ content }))).toEqual([413, 'download-bytes']);
    await expectNothing();
  });

  test('is refused if the downloads of the site would be too large', async () => {
    const other = await createFixture();
    const before = await other.sendFile({ content: randomBytes(5_000) });
    expect(before.status).toBe(200);
    const used = await sumBytes(database.db);
    const { sendFile, expectNothing } = await createFixture({ totalBytesMax: used + 1_000 });
    expect(await read(await sendFile({ content: randomBytes(1_001) }))).toEqual([
      409,
      'downloads-of-site',
    ]);
    await expectNothing();
    expect(await read(await sendFile({ content: randomBytes(1_000) }))).toEqual([200, 'added']);
  });
});

test('without room for downloads none can be added', async () => {
  const { sendFile, expectNothing, editor, gameId } = await createFixture({ totalBytesMax: 0 });
  expect(await read(await sendFile())).toEqual([409, 'downloads-off']);
  await expectNothing();
  const page = await textOf(await editor.get(`/admin/games/${gameId}/downloads`));
  expect(page).toContain('This site has no room for downloads.');
});

test('of two files that are sent at once for the last place, one is added', async () => {
  const { sendFile, listNames, filesLeft, listFiles } = await createFixture({ perGameMax: 1 });
  const answers = await Promise.all([
    sendFile({ content: randomBytes(300_000), fields: { name: 'One' } }).then(read),
    sendFile({ content: randomBytes(300_000), fields: { name: 'Two' } }).then(read),
  ]);
  expect(answers.toSorted()).toEqual([
    [200, 'added'],
    [409, 'downloads-of-game'],
  ]);
  expect(await listNames()).toHaveLength(1);
  expect(await listFiles()).toHaveLength(1);
  await expect.poll(async () => (await filesLeft()).length).toBe(1);
});

describe('files that arrive slowly', () => {
  test('hold at most two places of an account, which are free again when the client leaves', async () => {
    const { startSending, sendFile, filesLeft, expectNothing } = await createFixture();
    const leaving = new AbortController();
    const sending = [startSending(leaving.signal), startSending(leaving.signal)];
    await expect.poll(async () => (await filesLeft()).length).toBe(2);
    const refused = await sendFile();
    expect(await read(refused)).toEqual([429, 'download-uploads-busy']);
    leaving.abort();
    await Promise.all(sending);
    await expectNothing();
    await expect.poll(async () => (await sendFile()).status).toBe(200);
  });

  test('are refused when nothing more arrives, and nothing of them is left', async () => {
    const { services, gameId, origin, editor, expectNothing } = await createFixture();
    const app = new Hono<Env>();
    app.use(async (c, next) => {
      c.set('requestId', 'test');
      c.set('address', '192.0.2.1');
      await next();
    });
    app.route('/', createDownloadUploadRoutes(services, { stallTimeoutMs: 100 }));
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(`${opening()}content`)),
    });
    const response = await app.request(origin + downloadUploadPath(gameId), {
      method: 'POST',
      headers: {
        ...formType,
        Origin: origin,
        Accept: 'application/json',
        Cookie: `${getSessionCookieName(false)}=${editor.cookie}`,
      },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await read(response)).toEqual([400, 'download-cut']);
    await expectNothing();
  });
});

test('a file whose connection is cut leaves nothing', async () => {
  const { startSending, filesLeft, expectNothing } = await createFixture();
  const leaving = new AbortController();
  const sending = startSending(leaving.signal, 3_000_000);
  await expect.poll(async () => (await filesLeft()).length).toBe(1);
  leaving.abort();
  await sending;
  await expectNothing();
});

describe('who may send files', () => {
  test('only editors of the site, from its own pages', async () => {
    const { sendFile, createVisitor, createOwner, expectNothing, path, ask, editor } =
      await createFixture();
    for (const browser of [null, await createVisitor(), await createOwner()])
      expect((await sendFile({}, browser)).status).toBeGreaterThanOrEqual(400);
    const body = new FormData();
    body.append('name', 'Windows');
    body.append('file', new File(['content'], 'a.zip'));
    for (const headers of [{ Origin: 'https://elsewhere.example' }, {}] as Record<string, string>[])
      expect((await ask(editor, path, { method: 'POST', headers, body })).status).toBe(403);
    await expectNothing();
    const admin = await createVisitor({ role: 'admin' });
    expect((await sendFile({}, admin)).status).toBe(200);
  });

  test('not an account that lost its role or its session while the file arrived', async () => {
    const { ask, path, editor, editorCtx, origin, filesLeft, expectNothing } =
      await createFixture();
    /** Sends a file whose last piece waits until `change` is done. */
    async function sendWhile(change: () => Promise<unknown>) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const { cookie } = editor;
      const sending = ask({ cookie }, path, {
        method: 'POST',
        headers: { ...formType, Origin: origin, Accept: 'application/json' },
        body: Readable.toWeb(
          Readable.from(
            (async function* () {
              yield Buffer.from(`${opening()}content`);
              await promise;
              yield Buffer.from(closing);
            })(),
          ),
        ),
        duplex: 'half',
      } as unknown as RequestInit);
      await expect.poll(async () => (await filesLeft()).length).toBe(1);
      await change();
      resolve();
      return read(await sending);
    }
    const role = eq(accountRoles.userId, editorCtx.actor.id);
    const removeRole = () => database.db.delete(accountRoles).where(role);
    const logOut = () => editor.post('/logout', {});
    const [held] = await database.db.select().from(accountRoles).where(role);
    if (!held) throw new Error('The editor has the role.');
    expect(await sendWhile(removeRole)).toEqual([403, 'catalog-editors-only']);
    await expectNothing();
    await database.db.insert(accountRoles).values(held);
    expect(await sendWhile(logOut)).toEqual([401, 'login-required']);
    await expectNothing();
  });

  test('not for a game of another source or an unknown one', async () => {
    const { ask, editor, origin, expectNothing } = await createFixture();
    for (const id of [3328, 2_099_999_999]) {
      const body = new FormData();
      body.append('name', 'Windows');
      body.append('file', new File(['content'], 'a.zip'));
      const headers = { Origin: origin, Accept: 'application/json' };
      const sent = await ask(editor, downloadUploadPath(id), { method: 'POST', headers, body });
      expect(await read(sent)).toEqual([404, 'game-not-found']);
    }
    await expectNothing();
  });
});

test('without scripts the form leads back to the page, which says what happened', async () => {
  const { ask, editor, origin, path, gameId } = await createFixture();
  const send = async (content: string, fields: Record<string, string> = { name: 'Windows' }) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new File([content], 'a.zip'));
    const response = await ask(editor, path, { method: 'POST', headers: { Origin: origin }, body });
    expect(response.status).toBe(303);
    return textOf(await editor.get(response.headers.get('Location') ?? ''));
  };
  expect(await send('')).toContain('This file is empty.');
  expect(await send('content')).toContain('The download is added.');
  const page = await (await editor.get(`/admin/games/${gameId}/downloads`)).text();
  const downloadId = /name="downloadId" value="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(await send('other', { downloadId, version: '2' })).toContain('The file is replaced.');
});

test.each([
  ['is full', 'ENOSPC', [507, 'download-disk-full']],
  ['fails', 'EIO', null],
])('when the disk of the store %s, nothing is left', async (_what, code, expected) => {
  const { sendFile, expectNothing, ctx } = await createFixture();
  ctx.gallery.fileStore.save = async () => {
    throw Object.assign(new Error('No space left'), { code, syscall: 'write' });
  };
  const response = await sendFile();
  if (expected) expect(await read(response)).toEqual(expected);
  else expect(response.status).toBe(500);
  await expectNothing();
});
