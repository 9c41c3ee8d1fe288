import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { count, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import {
  activeDays,
  cards,
  dailyRewards,
  discussionComments,
  discussions,
  friendships,
  ledgerEntries,
  marketListings,
  marketOrders,
  marketSales,
  messages,
  ownedGames,
  pictures,
  tradeOffers,
  users,
  wallets,
} from '#database/schema.ts';
import { logIn } from '#domain/accounts/sessions/log-in.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { threads } from '#domain/example-community/discussion-texts.ts';
import { pictureFileName } from '#domain/gallery/storage/file-store.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { createDiskFileStore } from '#integrations/disk/disk-file-store.ts';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import { drawExamplePictures, examplePictures } from '#server/jobs/draw-example-pictures.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createPlayer,
  createTestCtx,
  findLedgerViolations,
} from '#test/fixtures/factories.ts';
import { createActorCtx, createListing } from '#test/fixtures/market.ts';
import { createImageProcessor } from '#test/fixtures/picture-processing.ts';
import { createSmallPicture } from '#test/fixtures/uploads.ts';
import { demoLogin, inventDemoPlayers } from './demo-players.ts';
import { demoSize, fillDemo } from './fill-demo.ts';

const database = useDatabase({ isNewForEach: true });
const size = {
  ...demoSize,
  ...{ players: 6, games: 15, cards: 120, gamesMax: 12, salesOfEvening: 0.7, guests: 1 },
};

/** Draws a plain scene for each demo picture. */
async function drawScenes(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { gameId } of examplePictures) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="18"><rect width="32" height="18" fill="#${String(gameId).padStart(6, '0')}"/></svg>`;
    await writeFile(path.join(folder, `${gameId}-drawn.svg`), drawing);
  }
}

describe('the demo data', () => {
  it('is a community without audit violations, which a second run does not change', async () => {
    const { db } = database;
    const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-demo-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const sent: unknown[] = [];
    const { process: makePicture } = createImageProcessor(await createSmallPicture());
    const gallery = {
      fileStore: createDiskFileStore(path.join(folder, 'gallery')),
      tempDirs: createTempDirs(path.join(folder, 'work')),
      // Each picture is a readable JPEG of its size. Making its files takes a process and a second each.
      imageProcessor: {
        async process(file: string, target: string) {
          const { format, width, height } = await sharp(file).metadata();
          sent.push([format, width, height]);
          return makePicture(file, target);
        },
      },
    };
    const artDirectory = path.join(folder, 'art');
    await drawScenes(path.join(artDirectory, 'scenes'));
    const ctx = createTestCtx(db, { gallery });
    const filling = { size, drawPictures: () => drawExamplePictures(artDirectory) };
    await importGames(ctx, await readBundle({ catalogDirectory: 'catalog', artDirectory: 'none' }));
    await createCardSets(db);
    const counts = async () => ({
      players: await db.$count(users, eq(users.role, 'player')),
      guests: await db.$count(users, eq(users.role, 'guest')),
      games: await db.$count(ownedGames),
      cards: await db.$count(cards),
      entries: await db.$count(ledgerEntries),
      listings: await db.$count(marketListings),
      sales: await db.$count(marketSales),
      orders: await db.$count(marketOrders, eq(marketOrders.state, 'open')),
      offers: await db.$count(tradeOffers, eq(tradeOffers.state, 'open')),
      friends: await db.$count(friendships),
      said: await db.$count(messages),
      discussions: await db.$count(discussions),
      discussed: await db.$count(discussionComments),
      pictures: await db.$count(pictures, isNotNull(pictures.publishedAt)),
    });

    // Players who were there before the demo say nothing about whether it is complete.
    const { itemId } = await createListing(db, 500);
    const buyer = await createPlayer(db, { balance: 1_000 });
    await buyListing(createActorCtx(db, buyer), { itemId, key: randomUUID() });
    const before = await counts();
    const lines: string[] = [];
    expect(await fillDemo(ctx, { ...filling, report: (line) => void lines.push(line) })).toBe(true);
    expect(lines.at(0)).toBe('6 players register, buy games, collect cards, trade and talk …');
    expect(lines.at(-1)).toBe('  90 %');

    const after = await counts();
    const filled = Object.fromEntries(
      Object.entries(after).map(([name, value]) => [
        name,
        value - before[name as keyof typeof before],
      ]),
    ) as typeof after;
    // The guest also owns a game.
    expect(filled).toMatchObject({ players: 6, guests: 1, games: 16, cards: 120 });
    expect(await findLedgerViolations(db)).toEqual([]);
    expect(filled.listings).toBeGreaterThan(0);
    expect(filled.sales).toBeGreaterThan(0);
    expect(filled.orders).toBeGreaterThan(0);
    expect(filled.offers).toBeGreaterThan(0);
    expect(filled.friends).toBeGreaterThan(0);
    expect(filled.said).toBeGreaterThan(0);
    expect(filled.discussions).toBe(threads.length);
    expect(filled.discussed).toBe(threads.flatMap(({ comments }) => comments).length);
    expect(await db.$count(activeDays)).toBeGreaterThan(size.players);
    expect(filled.pictures).toBe(examplePictures.length);
    expect(sent).toEqual(examplePictures.map(({ size }) => ['jpeg', ...size]));
    for (const picture of await db.select().from(pictures)) {
      const name = pictureFileName(picture.id, picture.thumbnailHash ?? '');
      const opened = await gallery.fileStore.open(name);
      opened?.stream.destroy();
      expect(opened?.bytes).toBe(picture.thumbnailBytes);
    }
    const linked = await db.$count(discussions, isNotNull(discussions.gameId));
    expect(linked).toBe(threads.filter(({ game }) => game).length);
    const [money] = await db.select({ rich: count() }).from(wallets).where(ne(wallets.balance, 0));
    expect(money?.rich).toBeGreaterThan(0);
    expect(await db.$count(cards, gt(cards.createdAt, ctx.clock.now()))).toBe(0);

    expect((await logIn(ctx, demoLogin)).cookie).toContain('guildhall_session=');
    const claimedToday = await db
      .select()
      .from(dailyRewards)
      .innerJoin(users, eq(users.id, dailyRewards.userId))
      .where(
        sql`${users.username} = ${demoLogin.username} and ${dailyRewards.day} = ${utcDay(ctx.clock.now())}`,
      );
    expect(claimedToday).toEqual([]);

    expect(await fillDemo(ctx, filling)).toBe(false);
    expect(await counts()).toEqual(after);
  });

  it('is not added to one that an interrupted run has left', async () => {
    const ctx = createTestCtx(database.db);
    await createPlayer(database.db, { username: demoLogin.username });
    await expect(fillDemo(ctx, { size, drawPictures: async () => [] })).rejects.toThrow(
      'An earlier run was stopped',
    );
  });

  it('has players with different names', () => {
    const names = inventDemoPlayers().take(demoSize.players).toArray();
    const keys = names.map(({ username }) => username.toLowerCase());
    expect(new Set(keys).size).toBe(demoSize.players);
    expect(keys[0]).toBe(demoLogin.username);
  });
});
