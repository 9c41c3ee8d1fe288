import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { accountRoles } from '#database/schema.ts';
import { getSessionCookieName } from '#domain/accounts/sessions/session-cookie.ts';
import { sumBytes } from '#domain/downloads/store-game-file.ts';
import { downloadUploadPath } from '#shared/constants/game-library/download-paths.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  closing,
  formType,
  opening,
  readAnswer,
  useDownloadReceiver,
} from '#test/fixtures/download-receiver.ts';
import { textOf } from '#test/fixtures/web-application.ts';
import type { Env } from '../hono-env.ts';
import { createDownloadForms } from './download-forms.ts';
import { createFileFormRoutes } from './file-form-routes.ts';

const database = useDatabase();
const createReceiver = useDownloadReceiver(database);

describe('a file that is too large', () => {
  test('is refused while it arrives, and nothing is left', async () => {
    const { sendPieces, expectNothing } = await createReceiver({ fileBytesMax: 10_000 });
    const answer = await sendPieces([opening(), randomBytes(10_001), closing]);
    expect(await readAnswer(answer)).toEqual([413, 'download-bytes']);
    await expectNothing();
    expect(await readAnswer(await sendPieces([opening(), randomBytes(10_000), closing]))).toEqual([
      200,
      'added',
    ]);
  });

  test('is refused before it arrives if its size is announced', async () => {
    const { sendFile, expectNothing } = await createReceiver({ fileBytesMax: 10_000 });
    const content = randomBytes(10_000 + downloadConstants.formBytesMax);
    expect(await readAnswer(await sendFile({ content }))).toEqual([413, 'download-bytes']);
    await expectNothing();
  });

  test('is refused if the downloads of the site would be too large', async () => {
    const other = await createReceiver();
    const before = await other.sendFile({ content: randomBytes(5_000) });
    expect(before.status).toBe(200);
    const used = await sumBytes(database.db);
    const { sendFile, expectNothing } = await createReceiver({ totalBytesMax: used + 1_000 });
    expect(await readAnswer(await sendFile({ content: randomBytes(1_001) }))).toEqual([
      409,
      'downloads-of-site',
    ]);
    await expectNothing();
    expect(await readAnswer(await sendFile({ content: randomBytes(1_000) }))).toEqual([
      200,
      'added',
    ]);
  });
});

test('without room for downloads none can be added', async () => {
  const { sendFile, expectNothing, editor, gameId } = await createReceiver({ totalBytesMax: 0 });
  expect(await readAnswer(await sendFile())).toEqual([409, 'downloads-off']);
  await expectNothing();
  const page = await textOf(await editor.get(`/admin/games/${gameId}/downloads`));
  expect(page).toContain('This site does not accept downloads.');
});

test('of two files that are sent at once for the last place, one is added', async () => {
  const { sendFile, listNames, filesLeft, listFiles } = await createReceiver({ perGameMax: 1 });
  const answers = await Promise.all([
    sendFile({ content: randomBytes(300_000), fields: { name: 'One' } }).then(readAnswer),
    sendFile({ content: randomBytes(300_000), fields: { name: 'Two' } }).then(readAnswer),
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
    const { startSending, sendFile, filesLeft, expectNothing } = await createReceiver();
    const leaving = new AbortController();
    const sending = [startSending(leaving.signal), startSending(leaving.signal)];
    await expect.poll(async () => (await filesLeft()).length).toBe(2);
    const refused = await sendFile();
    expect(await readAnswer(refused)).toEqual([429, 'download-uploads-busy']);
    leaving.abort();
    await Promise.all(sending);
    await expectNothing();
    await expect.poll(async () => (await sendFile()).status).toBe(200);
  });

  test('are refused when nothing more arrives, and nothing of them is left', async () => {
    const { services, gameId, origin, editor, expectNothing } = await createReceiver();
    const app = new Hono<Env>();
    app.use(async (c, next) => {
      c.set('requestId', 'test');
      c.set('address', '192.0.2.1');
      await next();
    });
    app.route('/', createFileFormRoutes(services, createDownloadForms(services.rules), 100));
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
    expect(await readAnswer(response)).toEqual([400, 'download-cut']);
    await expectNothing();
  });
});

test('a file whose connection is cut leaves nothing', async () => {
  const { startSending, filesLeft, expectNothing } = await createReceiver();
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
      await createReceiver();
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
      await createReceiver();
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
      return readAnswer(await sending);
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
    const { ask, editor, origin, expectNothing } = await createReceiver();
    for (const id of [3328, 2_099_999_999]) {
      const body = new FormData();
      body.append('name', 'Windows');
      body.append('file', new File(['content'], 'a.zip'));
      const headers = { Origin: origin, Accept: 'application/json' };
      const sent = await ask(editor, downloadUploadPath(id), { method: 'POST', headers, body });
      expect(await readAnswer(sent)).toEqual([404, 'game-not-found']);
    }
    await expectNothing();
  });
});

test('without scripts the form leads back to the page, which says what happened', async () => {
  const { ask, editor, origin, path, gameId } = await createReceiver();
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
  const { sendFile, expectNothing, ctx } = await createReceiver();
  ctx.gallery.fileStore.save = async () => {
    throw Object.assign(new Error('No space left'), { code, syscall: 'write' });
  };
  const response = await sendFile();
  if (expected) expect(await readAnswer(response)).toEqual(expected);
  else expect(response.status).toBe(500);
  await expectNothing();
});
