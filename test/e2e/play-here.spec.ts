import { eq } from 'drizzle-orm';
import { gameDeliveries, games, ownedGames, users } from '#database/schema.ts';
import { withServerDatabase } from '#test/fixtures/server-database.ts';
import { findViolations } from './fixtures/find-violations.ts';
import { attackSite, nothingGot } from './fixtures/hostile-game.ts';
import { expect, test } from './fixtures/test.ts';

const gameId = 2_000_900_001;
const playUrl = 'https://lanterns.test/index.html';

test('a hostile game that is played here gets nothing of the site', async ({
  guildhall,
  registerPlayer,
  openPage,
}) => {
  const player = await registerPlayer('framed');
  await withServerDatabase(guildhall.dataDir, async (db) => {
    const [account] = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.username, player.username.toLowerCase()));
    const game = { id: gameId, slug: 'lanterns', name: 'Lanterns', source: 'own' as const };
    await db.insert(games).values(game).onConflictDoNothing();
    await db.insert(gameDeliveries).values({ gameId, playUrl }).onConflictDoNothing();
    await db.insert(ownedGames).values({
      userId: account?.id ?? '',
      gameId,
      transferId: crypto.randomUUID(),
      boughtAt: new Date(),
      price: 0,
    });
  });
  const page = await openPage('/library', { user: player });
  await page.route('https://lanterns.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Lanterns</h1>' }),
  );
  await page.getByRole('link', { name: 'Play here' }).locator('visible=true').click();
  await page.getByRole('button', { name: 'Start Playing' }).click();
  await expect(
    page.frameLocator('iframe').getByRole('heading', { name: 'Lanterns' }),
  ).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Playing' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const frame = page.frames().find((one) => one.url() === playUrl);
  const elsewhere = 'https://lanterns.test/stolen';
  const got = await frame?.evaluate(attackSite, { site: guildhall.origin, elsewhere });
  expect(got).toEqual(nothingGot);
  expect(page.url()).toBe(`${guildhall.origin}/play/${gameId}`);

  // The next page has a document of its own, which allows no frame.
  await page.getByRole('link', { name: 'Back to library' }).click();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await page.waitForFunction(() =>
    performance.getEntriesByType('navigation')[0]?.name.includes('/library'),
  );
});
