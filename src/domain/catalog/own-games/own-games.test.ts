// Similar names: cspell:ignore isible Ient Sílent Silеnt
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accountRoles, adminLog, developers, furtherRoles, games } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { buyGame } from '../../game-library/buy-game.ts';
import { setGameHidden } from '../../moderation/hidden-games/set-game-hidden.ts';
import { setMinimumAges } from '../all-games/set-minimum-ages.ts';
import { getDeveloper } from '../companies/get-developer.ts';
import { getGame } from '../games/get-game.ts';
import { getGameForApi } from '../games/get-game-for-api.ts';
import { listGames } from '../games/list-games.ts';
import { listSitemapPages } from '../games/list-sitemap-pages.ts';
import { addSale } from '../prices/change-sales.ts';
import { getOwnGame, listOwnGames } from './list-own-games.ts';
import { listOwnShelf } from './list-own-shelf.ts';
import { moveOwnGame } from './move-own-game.ts';
import { createOwnGame, updateOwnGame } from './save-own-game.ts';

const database = useDatabase({ max: 10 });
let counter = 0;

const uniqueName = () => {
  counter += 1;
  return `Lantern Run ${counter}`;
};

const toInput = (fields: Record<string, string> = {}) =>
  ownGameInput.parse({ name: uniqueName(), ...fields });

async function createFixture() {
  const base = createTestCtx(database.db);
  const as = async (values: Parameters<typeof createPlayer>[1]) => ({
    ...base,
    actor: await createPlayer(database.db, values),
  });
  return { base, as, editor: await as({ furtherRoles: [catalogEditor] }) };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }) => code as string,
  );

describe('a game of the site', () => {
  it('has everything that its form had, and is in the shop and in the log', async () => {
    const { base, editor } = await createFixture();
    const input = toInput({
      description: 'A game about lanterns.',
      released: '2026-10-01',
      website: 'https://lantern.example/game',
      platforms: 'Web, PC, web',
      developers: 'Lantern Works',
      publishers: 'Lantern Works',
      genres: 'puzzle,indie,unknown',
      price: '4.50',
    });
    const { gameId } = await createOwnGame(editor, input);
    expect(gameId).toBeGreaterThanOrEqual(2_000_000_000);
    expect(await getGame(base, gameId)).toMatchObject({
      name: input.name,
      description: 'A game about lanterns.',
      released: '2026-10-01',
      website: 'https://lantern.example/game',
      platforms: [{ name: 'Web' }, { name: 'PC' }],
      genres: [{ slug: 'puzzle' }, { slug: 'indie' }],
      developers: [{ name: 'Lantern Works' }],
      backgroundImage: null,
    });
    expect(await getOwnGame(editor, gameId)).toMatchObject({ price: 4_50, version: 1 });
    const found = await listGames(base, { search: input.name });
    expect(found.games.map(({ id }) => id)).toEqual([gameId]);
    const [logged] = await database.db
      .select()
      .from(adminLog)
      .where(eq(adminLog.subject, String(gameId)))
      .orderBy(adminLog.id);
    expect(logged).toMatchObject({ act: 'set-price', accountId: editor.actor.id });
    // A developer is found again by its name.
    await createOwnGame(editor, toInput({ developers: 'lantern works' }));
    expect(await database.db.$count(developers, eq(developers.name, 'lantern works'))).toBe(0);
  });

  it('has a name that no other game has, also when two are added at once', async () => {
    const { editor } = await createFixture();
    const { name } = await createGame(database.db, { name: 'Bundled One' });
    const create = (title: string) => outcomeOf(createOwnGame(editor, toInput({ name: title })));
    expect(await create(name.toUpperCase())).toBe('game-name-taken');
    const outcomes = await Promise.all(['Twin', 'TWIN', 'twin'].map(create));
    expect(outcomes.toSorted()).toEqual(['done', 'game-name-taken', 'game-name-taken']);
  });

  it('is not changed by an edit of an older version', async () => {
    const { editor } = await createFixture();
    const input = toInput();
    const { gameId } = await createOwnGame(editor, input);
    const edit = (description: string) =>
      outcomeOf(updateOwnGame(editor, { gameId, version: 1, input: { ...input, description } }));
    const outcomes = await Promise.all([edit('One'), edit('Two')]);
    expect(outcomes.toSorted()).toEqual(['done', 'game-changed']);
    const { version, description } = await getOwnGame(editor, gameId);
    expect([version, description]).toEqual([2, outcomes[0] === 'done' ? 'One' : 'Two']);
    const unknown = { gameId: 2_100_000_000, version: 1, input: toInput() };
    expect(await outcomeOf(updateOwnGame(editor, unknown))).toBe('game-not-found');
  });

  it('has at least the age that a new rating names, until an editor sets a lower one', async () => {
    const { editor } = await createFixture();
    const input = toInput({ ageRating: 'PEGI 12' });
    const { gameId } = await createOwnGame(editor, input);
    const ageOf = async () =>
      (await database.db.query.games.findFirst({ where: eq(games.id, gameId) }))?.minimumAge;
    const rate = async (ageRating: string) => {
      const { version } = await getOwnGame(editor, gameId);
      const rated = ownGameInput.parse({ name: input.name, ageRating });
      await updateOwnGame(editor, { gameId, version, input: rated });
      return ageOf();
    };
    expect(await ageOf()).toBe(12);
    await setMinimumAges(editor, { which: { gameId }, minimumAge: 7 });
    expect(await rate('PEGI 12')).toBe(7);
    expect(await rate('esrb mature 17+')).toBe(17);
    expect(await rate('For grown-ups')).toBe(17);
    expect(await rate('PEGI 3')).toBe(17);
  });

  it('can be hidden: then only its owners have it', async () => {
    const { base, as, editor } = await createFixture();
    const input = toInput({ price: '0', developers: 'Hidden Works' });
    const { gameId } = await createOwnGame(editor, input);
    const [owner, other] = [await as({}), await as({})];
    const form = () => ({ gameId, key: randomUUID(), price: 0 });
    await buyGame(owner, form());
    const game = await getGame(base, gameId);
    const places = async () => ({
      shop: (await listGames(base, { search: input.name })).games.length,
      shelf: (await listOwnShelf(base)).some(({ id }) => id === gameId),
      company: (await getDeveloper(base, { id: game.developers[0]?.id ?? 0, page: 1 })).total,
      api: await outcomeOf(getGameForApi(base, String(gameId))),
      sitemap: (await listSitemapPages(base, { kind: 'game', part: 1, size: 1_000 })).some(
        ({ id }) => id === gameId,
      ),
    });
    const shown = { shop: 1, shelf: true, company: 1, api: 'done', sitemap: true };
    expect(await places()).toEqual(shown);
    await setGameHidden(editor, { gameId, isHidden: true });
    const hidden = { shop: 0, shelf: false, company: 0, api: 'game-not-found', sitemap: false };
    expect(await places()).toEqual(hidden);
    expect(await outcomeOf(buyGame(other, form()))).toBe('game-not-found');
    expect(await outcomeOf(buyGame(owner, form()))).toBe('already-owned');
    // An edit does not show it.
    const { version } = await getOwnGame(editor, gameId);
    await updateOwnGame(editor, { gameId, version, input });
    expect(await places()).toEqual(hidden);
    await setGameHidden(editor, { gameId, isHidden: false });
    expect(await places()).toEqual(shown);
  });

  it('that is limited to a role is sold to its holders and admins only', async () => {
    const { as, editor } = await createFixture();
    const role = `member-${randomUUID().slice(0, 8)}`;
    await database.db.insert(furtherRoles).values({ slug: role, name: role });
    const { gameId } = await createOwnGame(editor, toInput({ roleNeeded: role, price: '1' }));
    const buy = async (ctx: Awaited<ReturnType<typeof as>>) =>
      outcomeOf(buyGame(ctx, { gameId, key: randomUUID(), price: 1_00 }));
    const player = await as({ balance: 5_00 });
    expect(await buy(player)).toBe('role-needed');
    expect(await buy(editor)).toBe('role-needed');
    expect(await buy(await as({ balance: 5_00, role: 'admin' }))).toBe('done');
    expect(await buy(await as({ balance: 5_00, furtherRoles: [role] }))).toBe('done');
    await database.db
      .insert(accountRoles)
      .values({ userId: player.actor.id, role, givenAt: new Date() });
    expect(await buy(player)).toBe('done');
    const unknown = createOwnGame(editor, toInput({ roleNeeded: 'no-such' }));
    expect(await outcomeOf(unknown)).toBe('role-not-found');
  });

  it('moves in the order, also when two are moved at once', async () => {
    const { base, editor } = await createFixture();
    const ids: number[] = [];
    for (let number = 0; number < 3; number += 1) {
      ids.push((await createOwnGame(editor, toInput())).gameId);
    }
    const [first = 0, second = 0, third = 0] = ids;
    const order = async () => {
      const { pages } = await listOwnGames(editor, { q: '', page: 1 });
      const lists = await Promise.all(
        Array.from({ length: pages }, (_, index) =>
          listOwnGames(editor, { q: '', page: index + 1 }),
        ),
      );
      return lists
        .flatMap((list) => list.games.map(({ id }) => id))
        .filter((id) => ids.includes(id));
    };
    await moveOwnGame(editor, { gameId: third, by: -1 });
    expect(await order()).toEqual([first, third, second]);
    await moveOwnGame(editor, { gameId: second, by: 1 });
    expect(await order()).toEqual([first, third, second]);
    await Promise.all([
      moveOwnGame(editor, { gameId: first, by: 1 }),
      moveOwnGame(editor, { gameId: second, by: -1 }),
    ]);
    expect((await order()).toSorted()).toEqual(ids.toSorted());
    const positions = await database.db
      .select({ position: games.position })
      .from(games)
      .where(eq(games.source, 'own'));
    expect(new Set(positions.map(({ position }) => position)).size).toBe(positions.length);
    expect(base.actor).toBeNull();
  });
});

it.each(['visitor', 'guest', 'player', 'moderator'] as const)(
  'a %s edits no games',
  async (role) => {
    const { base, as, editor } = await createFixture();
    const { gameId } = await createOwnGame(editor, toInput());
    const ctx = role === 'visitor' ? base : await as({ role });
    const before = await database.db.$count(adminLog);
    const outcomes = await Promise.all([
      outcomeOf(createOwnGame(ctx, toInput())),
      outcomeOf(updateOwnGame(ctx, { gameId, version: 1, input: toInput() })),
      outcomeOf(setGameHidden(ctx, { gameId, isHidden: true })),
      outcomeOf(moveOwnGame(ctx, { gameId, by: 1 })),
      outcomeOf(listOwnGames(ctx, { q: '', page: 1 })),
      outcomeOf(getOwnGame(ctx, gameId)),
      outcomeOf(
        addSale(ctx, {
          gameId,
          price: 1,
          startsAt: new Date(),
          endsAt: new Date(Date.now() + 1_000),
        }),
      ),
    ]);
    const code = role === 'visitor' ? 'login-required' : 'catalog-editors-only';
    expect(outcomes).toEqual(Array(outcomes.length).fill(code));
    expect(await database.db.$count(adminLog)).toBe(before);
  },
);

it('a game cannot look like another game of the site, and keeps its own name', async () => {
  const { editor } = await createFixture();
  const problemOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      ({ details }) => details.fields.name as string,
    );
  const { gameId } = await createOwnGame(editor, toInput({ name: 'Silent Chorus' }));
  await createOwnGame(editor, toInput({ name: 'Молчаливый хор' }));
  for (const name of [
    'Si1ent Chorus',
    'Ѕіӏепт Сһогυѕ',
    'Silent Ｃhorus',
    'Sílent Chorus',
    'SiIent Chorus',
  ]) {
    expect(await problemOf(createOwnGame(editor, toInput({ name })))).toMatch(
      /looks like that of another game|one alphabet/,
    );
  }
  expect(await problemOf(createOwnGame(editor, toInput({ name: 'Silеnt' })))).toBe(
    'Use letters of one alphabet in a word.',
  );
  const change = (name: string) =>
    updateOwnGame(editor, { gameId, version: 1, input: toInput({ name, price: '2' }) });
  expect(await problemOf(change('Moлчaливый хор'))).toBe('Use letters of one alphabet in a word.');
  expect(await problemOf(change('Silent Chorus'))).toBeNull();
});

it.each([
  [{ name: ' ' }, 'Enter a name.'],
  [{ name: 'a'.repeat(101) }, 'At most 100 characters.'],
  [{ name: 'Inv\u200bisible' }, 'This has characters that nobody can see.'],
  [{ name: 'Empty\u3164' }, 'This has characters that nobody can see.'],
  [{ description: 'a'.repeat(5_001) }, 'At most 5,000 characters.'],
  [{ released: '2026-02-30' }, 'Enter a day such as 2026-11-24.'],
  [{ website: 'javascript:alert(1)' }, 'Enter an address that starts with https:// or http://.'],
  [{ links: 'No address' }, 'Enter an address that starts with https:// or http://.'],
  [{ links: 'https://a.example\n'.repeat(6) }, 'At most 5 links.'],
  [
    { minimum: '8 GB', platforms: 'Web' },
    'Requirements are those of a PC: write PC among the platforms.',
  ],
  [{ platforms: '1,2,3,4,5,6,7,8,9' }, 'At most 8 names.'],
  [{ price: '-1' }, 'Enter a price such as 9.99, 0 for a free game.'],
  [{ price: '9.999' }, 'A price has at most two decimals.'],
  [{ price: 'cheap' }, 'Enter a price such as 9.99, 0 for a free game.'],
  [{ price: '10000.01' }, 'Enter a price such as 9.99, 0 for a free game.'],
])('the form rejects %j', (fields, text) => {
  const parsed = ownGameInput.safeParse({ name: 'Fine', ...fields });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([text]);
});
