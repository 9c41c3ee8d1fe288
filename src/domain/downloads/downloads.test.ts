import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminLog, downloadFiles, gameDownloads } from '#database/schema.ts';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { createDiskFileStore } from '#integrations/disk/disk-file-store.ts';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import { createS3FileStore } from '#integrations/s3/s3-file-store.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { downloadConstants } from '#shared/constants/game-library/downloads.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { startS3Server } from '#test/fakes/s3-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Ctx } from '../context.ts';
import { downloadFileName } from '../gallery/storage/file-store.ts';
import { addDownload } from './add-download.ts';
import {
  editDownload,
  moveDownload,
  removeDownload,
  setDownloadHidden,
} from './change-downloads.ts';
import { checkDownloadFiles } from './check-download-files.ts';
import { purgeDownloadFiles } from './delete-download-files.ts';
import { listDownloadsForEditors } from './list-downloads.ts';

const database = useDatabase();
let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'guildhall-downloads-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function createFixture(gallery: Partial<Ctx['gallery']> = {}) {
  const { db } = database;
  const folder = await mkdtemp(path.join(root, 'data-'));
  const base = createTestCtx(db, {
    gallery: {
      fileStore: createDiskFileStore(folder),
      tempDirs: createTempDirs(path.join(root, 'work')),
      ...gallery,
    },
  });
  const actor = await createPlayer(db, { furtherRoles: [catalogEditor] });
  const ctx = { ...base, actor };
  const input = ownGameInput.parse({ name: `Game ${randomUUID()}` });
  const { gameId } = await createOwnGame(ctx, input);
  async function add(name: string, { downloadId }: { downloadId?: string } = {}) {
    const content = randomBytes(100);
    const file = path.join(root, randomUUID());
    await writeFile(file, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return addDownload(ctx, {
      gameId,
      sent: downloadId ? { downloadId, version: '2' } : { name, version: '1' },
      sentName: `${name}.zip`,
      file: { path: file, bytes: 100, sha256 },
    });
  }
  const list = async () => (await listDownloadsForEditors(ctx, gameId)).downloads;
  return {
    ctx,
    folder,
    gameId,
    add,
    list,
    names: async () => (await list()).map(({ name, version }) => `${name} ${version}`.trim()),
    rows: () => db.select().from(downloadFiles).where(eq(downloadFiles.gameId, gameId)),
    listStored: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
  };
}

test('downloads are renamed, ordered, hidden and removed, and each change is in the admin log', async () => {
  const { ctx, gameId, add, list, names, listStored } = await createFixture();
  for (const name of ['Windows', 'Linux', 'Soundtrack']) await add(name);
  const [windows = '', , soundtrack = ''] = (await list()).map(({ id }) => id);
  const of = (downloadId: string) => ({ gameId, downloadId });
  await moveDownload(ctx, { ...of(soundtrack), by: -1 });
  await moveDownload(ctx, { ...of(windows), by: -1 });
  expect(await names()).toEqual(['Windows 1', 'Soundtrack 1', 'Linux 1']);
  await editDownload(ctx, { ...of(soundtrack), name: 'Music', version: '' });
  await editDownload(ctx, { ...of(soundtrack), name: 'Music', version: '' });
  await setDownloadHidden(ctx, { ...of(soundtrack), hidden: true });
  await setDownloadHidden(ctx, { ...of(soundtrack), hidden: true });
  expect((await list())[1]?.hiddenAt).toEqual(ctx.clock.now());
  await setDownloadHidden(ctx, { ...of(soundtrack), hidden: false });
  await removeDownload(ctx, of(windows));
  expect(await names()).toEqual(['Music', 'Linux 1']);
  await add('Mac');
  expect(await names()).toEqual(['Music', 'Linux 1', 'Mac 1']);
  expect(await listStored()).toHaveLength(3);
  await expect(removeDownload(ctx, of(windows))).rejects.toMatchObject({
    code: 'download-not-found',
  });
  const log = await ctx.db
    .select({ act: adminLog.act })
    .from(adminLog)
    .where(eq(adminLog.subject, String(gameId)));
  const acts = log.map(({ act }) => act).filter((act) => act.endsWith('-download'));
  expect(acts.toSorted()).toEqual(
    [
      ...Array.from({ length: 4 }, () => 'add-download'),
      ...['move-download', 'edit-download', 'hide-download', 'show-download', 'remove-download'],
    ].toSorted(),
  );
});

test('a replaced file is deleted, and the download keeps its id, place and name', async () => {
  const { add, list, names, rows, listStored } = await createFixture();
  await add('Windows');
  await add('Linux');
  const [before] = await list();
  const { downloadId } = await add('other', { downloadId: before?.id });
  expect(downloadId).toBe(before?.id);
  expect(await names()).toEqual(['Windows 2', 'Linux 1']);
  const [after] = await list();
  expect([after?.fileName, after?.sha256 === before?.sha256]).toEqual(['other.zip', false]);
  expect(await rows()).toHaveLength(2);
  expect(await listStored()).toHaveLength(2);
});

test('only editors see and change downloads', async () => {
  const { ctx, gameId, add, list } = await createFixture();
  await add('Windows');
  const [download] = await list();
  const of = { gameId, downloadId: download?.id ?? '' };
  const code = 'catalog-editors-only';
  for (const actor of [
    await createPlayer(ctx.db),
    await createPlayer(ctx.db, { role: 'moderator' }),
  ]) {
    const other = { ...ctx, actor };
    await expect(removeDownload(other, of)).rejects.toMatchObject({ code });
    await expect(setDownloadHidden(other, { ...of, hidden: true })).rejects.toMatchObject({ code });
    await expect(editDownload(other, { ...of, name: 'x', version: '' })).rejects.toMatchObject({
      code,
    });
    await expect(listDownloadsForEditors(other, gameId)).rejects.toMatchObject({ code });
  }
  const foreign = { ...of, gameId: (await createFixture()).gameId };
  await expect(removeDownload(ctx, foreign)).rejects.toMatchObject({ code: 'download-not-found' });
  expect(await list()).toHaveLength(1);
});

test('a file that could not be deleted is deleted later, and one that was not stored completely too', async () => {
  const { ctx, gameId, add, rows, listStored } = await createFixture();
  const { downloadId } = await add('Windows');
  const { remove } = ctx.gallery.fileStore;
  ctx.gallery.fileStore.remove = async () => {
    throw new Error('The disk does not let it go.');
  };
  await removeDownload(ctx, { gameId, downloadId });
  expect(await rows()).toMatchObject([{ removedAt: ctx.clock.now() }]);
  await ctx.db.insert(downloadFiles).values({
    ...{ gameId, fileName: 'half.zip', bytes: 1, sha256: 'a'.repeat(64) },
    ...{ addedBy: ctx.actor.id, addedAt: ctx.clock.now() },
  });
  await purgeDownloadFiles(ctx);
  expect(await rows()).toHaveLength(2);
  ctx.gallery.fileStore.remove = remove;
  await purgeDownloadFiles(ctx);
  expect(await rows()).toMatchObject([{ fileName: 'half.zip', removedAt: null }]);
  expect(await listStored()).toEqual([]);
  ctx.testClock.advance(downloadConstants.storingMs);
  await purgeDownloadFiles(ctx);
  expect(await rows()).toEqual([]);
});

/** The check compares all rows with one store, and each test has a store of its own. */
async function deleteAllRows(): Promise<void> {
  await database.db.delete(gameDownloads);
  await database.db.delete(downloadFiles);
}

test('the nightly check finds missing and shortened files, and deletes old ones without a row', async () => {
  await deleteAllRows();
  const { ctx, folder, add, list, rows, listStored } = await createFixture();
  for (const name of ['Kept', 'Gone', 'Short']) await add(name);
  const ids = new Map((await rows()).map(({ fileName, id }) => [fileName, id]));
  const fileOf = (name: string) => downloadFileName(ids.get(name) ?? '');
  const { fileStore } = ctx.gallery;
  await fileStore.remove(fileOf('Gone.zip'));
  await writeFile(path.join(folder, fileOf('Short.zip')), 'short');
  const [young, old] = [downloadFileName(randomUUID()), downloadFileName(randomUUID())];
  for (const name of [young, old]) {
    const file = path.join(root, randomUUID());
    await writeFile(file, 'content');
    await fileStore.save(name, file);
  }
  const dayAgo = new Date(ctx.clock.now().getTime() - downloadConstants.withoutRowMs);
  await utimes(path.join(folder, old), dayAgo, dayAgo);
  expect(await checkDownloadFiles(ctx)).toEqual({ missing: 2, deleted: 1, unknown: 0 });
  const now = ctx.clock.now();
  expect((await list()).map(({ name, missingSince }) => [name, missingSince])).toEqual([
    ['Kept', null],
    ['Gone', now],
    ['Short', now],
  ]);
  expect(await listStored()).toHaveLength(3);
  expect(await listStored()).toContain(path.basename(young));
  // The operator puts a file back.
  await writeFile(path.join(folder, fileOf('Short.zip')), randomBytes(100));
  expect(await checkDownloadFiles(ctx)).toMatchObject({ missing: 1, deleted: 0 });
  expect((await list()).map(({ missingSince }) => missingSince !== null)).toEqual([
    false,
    true,
    false,
  ]);
});

test('files of others in a bucket are only counted', async () => {
  await deleteAllRows();
  const s3 = await startS3Server();
  try {
    const { ctx, add } = await createFixture({ fileStore: createS3FileStore(s3) });
    await add('Windows');
    const file = path.join(root, randomUUID());
    await writeFile(file, 'of another site');
    const name = downloadFileName(randomUUID());
    await ctx.gallery.fileStore.save(name, file);
    expect(await checkDownloadFiles(ctx)).toMatchObject({ deleted: 0, unknown: 1 });
    expect(s3.objects.has(name)).toBe(true);
    expect(s3.objects.size).toBe(2);
  } finally {
    await s3.close();
  }
});
