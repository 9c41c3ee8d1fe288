import { beforeAll, describe, expect, it } from 'vitest';
import { tradeOffers } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/community/market/view';
/** The links of the navigation to the market: in the bar, and twice in the community menu. */
const navigationLinks = (html: string) =>
  Array.from(html.matchAll(/href="(\/community\/market[^"]*)"[^>]*>Market</g), ([, to]) => to);

beforeAll(() => createCardSets(database.db));

describe('the view of the market', () => {
  it('is kept by the switch, and the navigation leads to it', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const about = async () => navigationLinks(await (await player.get('/about')).text());
    expect(await about()).toEqual(Array(3).fill('/community/market'));
    const list = await (await player.get('/community/market')).text();
    expect(list).toMatch(/value="items" aria-pressed="true"/);

    const chosen = await player.post(path, { marketView: 'cards' });
    expect(chosen.headers.get('Location')).toBe('/community/market/cards');
    expect(await about()).toEqual(Array(3).fill('/community/market/cards'));
    expect((await player.get(path)).headers.get('Location')).toBe('/community/market/cards');
    // The list stays where it is.
    expect((await player.get('/community/market')).status).toBe(200);

    await player.post(path, { marketView: 'items' });
    expect(await about()).toEqual(Array(3).fill('/community/market'));
  });

  it('is one of two, and only an account has a choice', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    expect((await player.post(path, { marketView: 'all' })).status).toBe(400);
    const visitor = createWeb(database.db).visit();
    expect((await visitor.get(path)).headers.get('Location')).toContain('/login');
    const html = await (await visitor.get('/community/market')).text();
    expect(html).not.toContain('name="marketView"');
    expect(navigationLinks(html)).toEqual(Array(3).fill('/community/market'));
  });
});

describe('the tabs of the market', () => {
  it('say how many trade offers wait for the reader', async () => {
    const { player, actor, web } = await createLoggedInPlayer(database.db);
    const sender = await createPlayer(database.db);
    const page = async () => textOf(await player.get('/community/market/statistics'));
    expect(await page()).not.toContain('offer waits for you');
    const now = web.ctx.clock.now().getTime();
    const offer = { senderId: sender.id, recipientId: actor.id, createdAt: new Date(now) };
    await database.db.insert(tradeOffers).values([
      { ...offer, endsAt: new Date(now + 60_000) },
      { ...offer, endsAt: new Date(now - 60_000) },
    ]);
    expect(await page()).toMatch(/Trades\s+1\s+offer waits for you/);
    const { player: guest } = await createLoggedInPlayer(database.db, { role: 'guest' });
    const text = await textOf(await guest.get('/community/market/statistics'));
    expect(text).not.toContain('Trades');
  });
});
