import {
  deleteFiles,
  type ListOfFilesOptions,
  listOfFiles,
  Paginator,
  paginate,
} from '@uploadcare/rest-client';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { idsOf, useFileService } from './file-rest-api.ts';

const database = useDatabase();
const startFileService = useFileService(database);

type Fixture = Awaited<ReturnType<typeof startFileService>>;

/** Inserts `count` pictures. Every tenth is deleted and every seventh is not posted. */
async function fill(fixture: Fixture, count: number) {
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
        expect(bytes).toBeLessThanOrEqual(realmListConstants.textBytes);
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
