import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { listCardKinds } from '#domain/card-sets/list-card-set.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const crown = 'default-crown';
const cat = 'default-cat';

beforeAll(() => createCardSets(database.db));

/** A player who misses the crown (for sale at $2.50) and the cat (not for sale) of a game. */
async function createCollector(options: Parameters<typeof createLoggedInPlayer>[1] = {}) {
  const loggedIn = await createLoggedInPlayer(database.db, options);
  const game = await createGame(database.db, { name: `Tower ${randomUUID().slice(0, 4)}` });
  for (const { id } of await listCardKinds(database.db, game.id)) {
    if (id === crown || id === cat) continue;
    await createCard(database.db, { ownerId: loggedIn.actor.id, gameId: game.id, kindId: id });
  }
  const seller = await createPlayer(database.db);
  await createCard(database.db, { ownerId: seller.id, gameId: game.id, kindId: crown });
  const { ctx } = createWeb(database.db);
  const offers = [{ gameId: game.id, kindId: crown, price: 2_50, copies: 1 }];
  await sellCards({ ...ctx, actor: seller }, { offers, key: randomUUID() });
  const set = `/collection/${game.id}`;
  return { ...loggedIn, game, set, path: `${set}/order` };
}

describe('ordering all missing cards', () => {
  it('suggests a price for each card, asks, and orders once, without scripts', async () => {
    const { player, game, set, path } = await createCollector({ balance: 20_00 });
    const page = await player.get(set);
    const html = await page.text();
    expect(html).toContain(`href="${path}"`);
    expect(html).toContain(`/community/market/cards/${cat}?game=${game.id}#order`);

    const form = await (await player.get(path)).text();
    expect(form).toContain(`name="price:${crown}" value="2.50"`);
    expect(form).toContain(`name="price:${cat}" value="2.00"`);
    expect(form).not.toContain('value="order-missing"');

    const question = await player.get(`${path}?ask=yes&price%3A${crown}=2.50&price%3A${cat}=1.20`);
    const asked = await textOf(question);
    expect(asked).toContain(`Order 2 cards of ${game.name}?`);
    expect(asked).toContain('bought at once from $2.50');
    expect(asked).toContain('ordered for up to $1.20');
    expect(asked).toContain('$16.30');

    const sent = { key: randomUUID(), [`price:${crown}`]: '2.50', [`price:${cat}`]: '1.20' };
    const answer = await player.post(path, sent);
    expect(answer.headers.get('Location')).toBe(`${set}?ordered=${sent.key}`);
    await player.post(path, sent);
    const report = await textOf(await player.get(`${set}?ordered=${sent.key}`));
    expect(report).toContain('One card bought for $2.50, one card ordered');
    expect(report).toContain('Ordered for $1.20');
    expect(await textOf(await player.get('/community/market/orders'))).toContain(
      '1 open order of at most 50, with $1.20 set aside.',
    );
    const again = await textOf(await player.get(path));
    expect(again).toContain('You have ordered it for up to $1.20.');

    const { player: other } = await createLoggedInPlayer(database.db);
    expect(await textOf(await other.get(`${set}?ordered=${sent.key}`))).not.toContain('bought for');
  });

  it('says which price is wrong, what is too much, and that a price is missing', async () => {
    const { player, path } = await createCollector({ balance: 3_00 });
    const wrong = await (await player.get(`${path}?ask=yes&price%3A${crown}=five`)).text();
    expect(wrong).toContain(`name="price:${crown}" value="five"`);
    expect(wrong).toContain('Write a price such as 1.50.');
    const poor = await textOf(await player.get(`${path}?ask=yes&price%3A${crown}=4.00`));
    expect(poor).toContain('Not enough money: $1.00 is missing.');
    expect(poor).toContain('Add money');
    expect(poor).not.toContain('Order one card Cancel');
    const none = await textOf(await player.get(`${path}?ask=yes&price%3A${crown}=`));
    expect(none).toContain('Enter a price for at least one card.');
    const refused = await player.post(path, { key: randomUUID(), [`price:${crown}`]: '0' });
    expect(refused.status).toBe(400);
  });

  it('says when nothing is missing, and is for players only', async () => {
    const { player, actor, game, path } = await createCollector();
    for (const kindId of [crown, cat])
      await createCard(database.db, { ownerId: actor.id, gameId: game.id, kindId });
    expect(await textOf(await player.get(path))).toContain('No card of this set is missing.');
    const guest = await createCollector({ role: 'guest', balance: 10_00 });
    expect(await textOf(await guest.player.get(guest.path))).toContain(
      'Guests cannot order cards.',
    );
    const form = { key: randomUUID(), [`price:${cat}`]: '1.00' };
    expect((await guest.player.post(guest.path, form)).status).toBe(403);
    const visited = await createWeb(database.db).visit().get(path);
    expect(visited.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(path)}`);
  });
});
