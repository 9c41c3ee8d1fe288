import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { badgeCrafts, cards, ownedGames } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { listCardKinds } from '#domain/card-sets/list-card-set.ts';
import { recordCompleteSets } from '#domain/collections/record-complete-sets.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

async function listCard(seller: Actor, gameId: number, kindId: string, price: number) {
  await createCard(database.db, { ownerId: seller.id, gameId, kindId });
  const { ctx } = createWeb(database.db);
  const offers = [{ gameId, kindId, price, copies: 1 }];
  await sellCards({ ...ctx, actor: seller }, { offers, key: randomUUID() });
}

/** A player who owns a game and misses its cat ($1.00), its crown ($2.50) and its dog (not for sale). */
async function createCollector(options: Parameters<typeof createLoggedInPlayer>[1] = {}) {
  const loggedIn = await createLoggedInPlayer(database.db, options);
  const { actor } = loggedIn;
  const game = await createGame(database.db, { name: `Castle ${randomUUID().slice(0, 4)}` });
  await database.db.insert(ownedGames).values({
    userId: actor.id,
    gameId: game.id,
    transferId: randomUUID(),
    boughtAt: new Date(),
  });
  for (const name of ['boring', 'laugh', 'smile', 'pistol', 'hand-grenade', 'shotgun']) {
    await createCard(database.db, {
      ownerId: actor.id,
      gameId: game.id,
      kindId: `default-${name}`,
    });
  }
  const seller = await createPlayer(database.db);
  await listCard(seller, game.id, 'default-crown', 2_50);
  await listCard(seller, game.id, 'default-cat', 1_00);
  return { ...loggedIn, game, seller, path: `/collection/${game.id}` };
}

describe('the collection', () => {
  it('shows for each owned game the progress of its set and the cost of the missing cards', async () => {
    const { player, game, path } = await createCollector();
    const overview = await player.get('/collection');
    expect(await overview.clone().text()).toContain(`href="${path}"`);
    const text = await textOf(overview);
    expect(text).toContain(game.name);
    expect(text).toContain('6 held, 3 missing');
    expect(text).toContain('2 of the 3 missing cards are for sale, $3.50 in all');

    const ordered = await player.get('/collection?order=completeness');
    expect(await ordered.text()).toContain(
      '<option value="completeness" selected="">Most complete</option>',
    );

    const set = await player.get(path);
    expect(await set.clone().text()).toContain('name="maximum" value="3.50"');
    const setText = await textOf(set);
    expect(setText).toContain('6 held, 3 missing.');
    expect(setText).toContain('3 cards are missing');
    expect(setText).toContain('from $1.00');
    expect(setText).toContain('Not for sale');
  });

  it('counts listed cards apart from held and missing cards', async () => {
    const { player, actor, game, path } = await createCollector();
    await listCard(actor, game.id, 'default-dog', 3_00);
    const text = await textOf(await player.get(path));
    expect(text).toContain('6 held, 1 up for sale, 2 missing.');
    expect(text).toContain('All 2 missing cards are for sale, $3.50 in all.');
    expect(text).toContain('Yours, up for sale');
  });

  it('says when the player owns no game, and sends visitors to the login', async () => {
    const { player, web } = await createLoggedInPlayer(database.db);
    expect(await textOf(await player.get('/collection'))).toContain(
      'You do not own any games yet.',
    );
    expect((await player.get('/collection/123456')).status).toBe(404);
    for (const path of ['/collection', '/collection/5']) {
      const response = await web.visit().get(path);
      expect(response.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(path)}`);
    }
  });

  it('buys the missing cards once, however often the form is sent, and reports it', async () => {
    const { player, path, seller, game } = await createCollector({ balance: 20_00 });
    const form = { key: randomUUID(), maximum: '10' };
    const answer = await player.post(path, form);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toBe(`${path}?order=${form.key}`);
    await listCard(seller, game.id, 'default-dog', 1_00);
    await player.post(path, form);

    const text = await textOf(await player.get(`${path}?order=${form.key}`));
    expect(text).toContain('2 cards bought for $3.50');
    expect(text).toMatch(/Dog : not bought, as nobody else had it for sale\./);
    expect(text).toContain('One card is missing');
    expect(await textOf(await player.get('/profile/wallet'))).toContain('$16.50');
  });

  it('says why a card was not bought', async () => {
    const { player, path } = await createCollector({ balance: 1_50 });
    const form = { key: randomUUID(), maximum: '10.00' };
    await player.post(path, form);
    const text = await textOf(await player.get(`${path}?order=${form.key}`));
    expect(text).toContain('One card bought for $1.00');
    expect(text).toContain('not bought. Not enough money.');
  });

  it('rejects an invalid total and keeps the typed text', async () => {
    const { player, path } = await createCollector();
    for (const maximum of ['ten', '-5', '0', '1e3', '1.999', '']) {
      const answer = await player.post(path, { key: randomUUID(), maximum });
      expect(answer.status).toBe(400);
      const html = await answer.text();
      expect(html).toContain(`name="maximum" value="${maximum}"`);
      expect(html).toContain('aria-invalid="true"');
    }
  });

  it('shows no report of another player, and guests cannot buy', async () => {
    const { player, path } = await createCollector();
    const form = { key: randomUUID(), maximum: '10.00' };
    await player.post(path, form);
    const { player: other } = await createLoggedInPlayer(database.db);
    expect(await textOf(await other.get(`${path}?order=${form.key}`))).not.toContain('bought');

    const guest = await createCollector({ role: 'guest', balance: 10_00 });
    expect(await textOf(await guest.player.get(guest.path))).toContain('Guests cannot buy cards.');
    const answer = await guest.player.post(guest.path, form);
    expect(answer.status).toBe(403);
  });
});

describe('badges and recycling', () => {
  /** A player with `copies` of each card of a game. */
  async function createRichCollector(copies: number) {
    const collector = await createCollector();
    for (const { id } of await listCardKinds(database.db, collector.game.id)) {
      for (let copy = 0; copy < copies; copy += 1) {
        await createCard(database.db, {
          ownerId: collector.actor.id,
          gameId: collector.game.id,
          kindId: id,
        });
      }
    }
    return collector;
  }

  it('crafts a level after a question, without scripts, and shows the result', async () => {
    const { player, path } = await createRichCollector(1);
    const question = await player.get(`${path}?ask=craft`);
    expect(await question.clone().text()).toContain('name="level" value="1"');
    expect(await textOf(question)).toContain('Use up 9 cards');
    const form = { intent: 'craft', key: randomUUID(), level: '1' };
    const answer = await player.post(path, form);
    expect(answer.headers.get('Location')).toBe(`${path}?crafted=1`);
    const text = await textOf(await player.get(`${path}?crafted=1`));
    expect(text).toContain('Level 1 is yours');
    expect(text).toContain('You got 100 experience.');
    expect(await textOf(await player.get('/collection'))).toContain('6 held, 3 missing');
    const refused = await player.post(path, { ...form, key: randomUUID() });
    expect(refused.status).toBe(409);
    expect(await textOf(refused)).toContain('This level of the badge is not the next one.');
  });

  it('recycles at the odds that were shown', async () => {
    const { player, path } = await createRichCollector(6);
    const html = await (await player.get(`${path}?ask=common`)).text();
    expect(html).toContain('name="rarity" value="common"');
    const form = { intent: 'recycle', key: randomUUID(), rarity: 'common', odds: '' };
    const answer = await player.post(path, form);
    const shown = answer.headers.get('Location') ?? '';
    expect(shown).toMatch(/\?recycled=/);
    expect(await textOf(await player.get(shown))).toContain('You had this card already.');
    const { player: other } = await createLoggedInPlayer(database.db);
    expect(await textOf(await other.get(shown))).not.toContain('You had this card already.');
    const changed = { ...form, key: randomUUID(), odds: 'default-cat' };
    expect(await textOf(await player.post(path, changed))).toContain('and the odds with them');
  });

  it('celebrates a complete set once, and says afterwards when it was completed', async () => {
    const { player, path, web, game, actor } = await createRichCollector(1);
    await recordCompleteSets(web.ctx);
    expect(await textOf(await player.get(path))).toContain('You can craft them into a badge.');
    const dog = and(eq(cards.gameId, game.id), eq(cards.kindId, 'default-dog'));
    const moveTo = (ownerId: string) => database.db.update(cards).set({ ownerId }).where(dog);
    // What is no longer complete is not celebrated.
    await moveTo((await createPlayer(database.db)).id);
    const incomplete = await textOf(await player.get(path));
    expect(incomplete).toContain('8 held, 1 missing');
    expect(incomplete).toContain('Completed on');
    expect(incomplete).not.toMatch(/The set is complete!|You can craft them|Craft level/);
    expect(await textOf(await player.get('/collection'))).not.toContain('Set complete!');
    await moveTo(actor.id);
    await database.db.insert(badgeCrafts).values(
      [1, 2, 3, 4, 5].map((level) => ({
        ...{ userId: actor.id, gameId: game.id, level, experience: 100 * level },
        craftedAt: web.ctx.clock.now(),
      })),
    );
    const highest = await textOf(await player.get(path));
    expect(highest).toContain('The set is complete!');
    expect(highest).not.toContain('You can craft them');
    expect(await textOf(await player.get('/collection'))).toContain('Set complete!');
    // With scripts the page records by itself that it was shown.
    await player.post(`${path}.data`, { intent: 'celebration-shown' });
    expect(await textOf(await player.get(path))).not.toContain('The set is complete!');
    expect(await textOf(await player.get('/collection'))).not.toContain('Set complete!');
  });
});

it('shows leaderboards to visitors, and saves a showcase that the profile shows', async () => {
  const { player, actor, game, web } = await createCollector();
  const board = await web.visit().get('/community/leaderboards?by=sets&since=ever');
  expect(await textOf(board)).toContain('Leaderboards');
  expect((await player.get('/community/leaderboards?since=month')).status).toBe(302);
  await savePrivacy({ ...web.ctx, actor }, { isInLeaderboards: false });
  expect(await textOf(await player.get('/community/leaderboards'))).toContain(
    'You have chosen not to be shown here.',
  );
  expect(await (await player.get('/profile/showcase')).text()).toContain(
    `value="${game.id}:default-laugh"`,
  );
  const form = { place1: `${game.id}:default-laugh`, place2: '', frame: '', color: '' };
  const saved = await player.post('/profile/showcase', form);
  expect(saved.headers.get('Location')).toBe('/profile');
  const text = await textOf(await player.get('/profile'));
  expect(text).toContain('Showcase');
  expect(text).toContain('Level 0');
  expect(await textOf(await web.visit().get(`/profile/${actor.username}`))).toContain('Showcase');
  const refused = await player.post('/profile/showcase', { ...form, frame: 'gold' });
  expect(await textOf(refused)).toContain('Your level does not unlock this yet.');
});
