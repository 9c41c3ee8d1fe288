import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { count, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBundle } from '#catalog/bundle.ts';
import {
  cards,
  dailyRewards,
  discussionComments,
  discussions,
  friendships,
  ledgerEntries,
  marketItems,
  marketSales,
  messages,
  ownedGames,
  pictures,
  users,
  wallets,
} from '#database/schema.ts';
import { logIn } from '#domain/accounts/sessions/log-in.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { pictureFile } from '#domain/gallery/storage/file-store.ts';
import { createDiskFiles } from '#integrations/disk/file-store.ts';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import { createImageProcessor } from '#integrations/sharp/image-processor.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createTestCtx, ledgerFaults } from '#test/fixtures/factories.ts';
import { threads } from './discussion-texts.ts';
import { fillDemo } from './fill.ts';
import { host, people } from './people.ts';
import { planCommunity } from './plan.ts';
import { hung } from './post-pictures.ts';

const database = useDatabase();
const size = { players: 6, games: 15, cards: 60, guests: 1 };

/** As our own script draws them, but plain. */
async function drawScenes(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { gameId } of hung) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="18"><rect width="32" height="18" fill="#${String(gameId).padStart(6, '0')}"/></svg>`;
    await writeFile(path.join(folder, `${gameId}-drawn.svg`), drawing);
  }
}

describe('the demonstration', () => {
  it('is a sound community that a second run leaves alone', async () => {
    const { db } = database;
    const ctx = createTestCtx(db);
    const { rules, hasher, secret } = ctx;
    const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-demo-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const gallery = {
      fileStore: createDiskFiles(path.join(folder, 'gallery')),
      tempDirs: createTempDirs(path.join(folder, 'work')),
      imageProcessor: createImageProcessor({
        script: path.resolve('src/integrations/sharp/image-worker.ts'),
      }),
    };
    const artDirectory = path.join(folder, 'art');
    await drawScenes(path.join(artDirectory, 'scenes'));
    const parts = { db, rules, hasher, secret, gallery, artDirectory, now: ctx.clock.now() };
    await importGames(ctx, await readBundle({ catalogDirectory: 'catalog', artDirectory: 'none' }));
    await createCardSets(db);
    const counts = async () => ({
      players: await db.$count(users, eq(users.role, 'player')),
      guests: await db.$count(users, eq(users.role, 'guest')),
      games: await db.$count(ownedGames),
      cards: await db.$count(cards),
      entries: await db.$count(ledgerEntries),
      listings: await db.$count(marketItems),
      sales: await db.$count(marketSales),
      friends: await db.$count(friendships),
      said: await db.$count(messages),
      discussions: await db.$count(discussions),
      discussed: await db.$count(discussionComments),
      pictures: await db.$count(pictures, isNotNull(pictures.publishedAt)),
    });

    const told: string[] = [];
    expect(await fillDemo(parts, size, (line) => void told.push(line))).toBe(true);
    expect(told.at(0)).toBe('6 players register, buy games and collect cards …');
    expect(told.at(-1)).toBe('They sell and buy cards …');

    const filled = await counts();
    // The guest owns a game, too.
    expect(filled).toMatchObject({ players: 6, guests: 1, games: 16, cards: 60 });
    expect(await ledgerFaults(db)).toEqual([]);
    expect(filled.listings).toBeGreaterThan(0);
    expect(filled.sales).toBeGreaterThan(0);
    expect(filled.friends).toBeGreaterThan(0);
    expect(filled.said).toBeGreaterThan(0);
    expect(filled.discussions).toBe(threads.length);
    expect(filled.discussed).toBe(threads.flatMap(({ comments }) => comments).length);
    expect(filled.pictures).toBe(hung.length);
    for (const picture of await db.select().from(pictures)) {
      const name = pictureFile(picture.id, picture.thumbnailHash ?? '');
      const opened = await gallery.fileStore.open(name);
      opened?.stream.destroy();
      expect(opened?.bytes).toBe(picture.thumbnailBytes);
    }
    const linked = await db.$count(discussions, isNotNull(discussions.gameId));
    expect(linked).toBe(threads.filter(({ game }) => game).length);
    const [money] = await db.select({ rich: count() }).from(wallets).where(ne(wallets.balance, 0));
    expect(money?.rich).toBeGreaterThan(0);
    const future = await db.execute(
      sql`select created_at from cards where created_at > ${parts.now.toISOString()}::timestamptz`,
    );
    expect(future.rows).toEqual([]);

    expect(await logIn(ctx, host)).toContain('guildhall_session=');
    const claimedToday = await db
      .select()
      .from(dailyRewards)
      .innerJoin(users, eq(users.id, dailyRewards.userId))
      .where(
        sql`${users.username} = ${host.username} and ${dailyRewards.day} = ${utcDay(parts.now)}`,
      );
    expect(claimedToday).toEqual([]);

    expect(await fillDemo(parts, size)).toBe(false);
    expect(await counts()).toEqual(filled);
  });

  it('plans exactly as many games and cards as it promises, for different people', () => {
    const plans = planCommunity({ players: 200, games: 600, cards: 3_000, guests: 5 });
    expect(new Set(people(200).map(({ username }) => username.toLowerCase())).size).toBe(200);
    expect(plans.reduce((sum, plan) => sum + plan.games, 0)).toBe(600);
    expect(plans.reduce((sum, plan) => sum + plan.cards, 0)).toBe(3_000);
    expect(plans.filter((plan) => plan.cards > 0 && plan.games === 0)).toEqual([]);
    expect(plans.at(-1)?.person.username).toBe(host.username);
  });
});
