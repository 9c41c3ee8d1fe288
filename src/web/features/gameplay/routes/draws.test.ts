import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { awardCard } from '#domain/gameplay/award-card.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

/** Creates a player who drew a card of each of two games. */
async function createDrawnCards() {
  const { player, ctx, web } = await createLoggedInPlayer(database.db);
  const now = ctx.clock.now().getTime();
  const gameIds: number[] = [];
  for (const name of ['=Ants & Co', 'Bees']) {
    const { id: gameId } = await createGame(database.db, { name });
    await buyGame(ctx, { gameId, key: randomUUID(), price: 9_99 });
    const time = now + gameIds.length * 60_000;
    const at = (ms: number) => ({ ...ctx, clock: { now: () => new Date(time + ms) } });
    await startPlaySession(at(0), { gameId });
    await awardCard(at(ctx.rules.playCycleMs), { gameId, key: randomUUID() });
    gameIds.push(gameId);
  }
  return { player, web, gameIds };
}

describe('the drop log', () => {
  it('lists the own draws with their odds, and those of one game', async () => {
    const { player, gameIds } = await createDrawnCards();
    const all = await textOf(await player.get('/profile/draws'));
    expect(all).toContain('=Ants &amp; Co');
    expect(all).toMatch(/Bees.*\d%/);
    const html = await (await player.get(`/profile/draws?game=${gameIds[0]}`)).text();
    expect(html.match(/<tr class="max-sm:grid/g)).toHaveLength(1);
  });

  it('is exported as CSV, with formulas escaped', async () => {
    const { player, gameIds } = await createDrawnCards();
    const lines = (await (await player.get('/profile/draws.csv')).text()).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe('Date,Game,Card,Rarity,Odds,Odds of a legendary card');
    expect(lines[2]).toMatch(/^[\dT:.Z-]+,"'=Ants & Co","[^"]+","[a-z]+",0\.\d{6},0\.020000$/);
    const own = await (await player.get(`/profile/draws.csv?game=${gameIds[1]}`)).text();
    expect(own.trim().split('\r\n')).toHaveLength(2);
  });

  it('is empty for another player and hidden from visitors', async () => {
    const { web } = await createDrawnCards();
    const other = await createLoggedInPlayer(database.db);
    expect(await textOf(await other.player.get('/profile/draws'))).toContain('No cards drawn yet.');
    const response = await web.visit().get('/profile/draws');
    expect(response.headers.get('Location')).toBe('/login?next=%2Fprofile%2Fdraws');
  });
});
