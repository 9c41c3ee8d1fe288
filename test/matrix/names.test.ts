import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectorTotals } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import { utcMonth } from '#shared/format/utc-day.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createListings } from '../fixtures/market.ts';
import {
  createMatrixFixture,
  type MatrixFixture,
  type MatrixRole,
  type Owner,
  roles,
} from './matrix-fixture.ts';

const database = useDatabase();
let fixture: MatrixFixture;
/** The first keeps the name out of lists, the second does not. */
let unnamed: Owner;
let named: Owner;

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
  const [first, second] = fixture.owners;
  if (!first || !second) throw new Error('There are owners.');
  [unnamed, named] = [first, second];
  const buyer = await createPlayer(database.db, { balance: 50_00 });
  for (const { actor: seller } of [unnamed, named]) {
    const gameId = unnamed.ownedGameId;
    const [itemId = ''] = await createListings(database.db, { seller, gameId, prices: [1_00] });
    await buyListing({ ...fixture.ctx, actor: buyer }, { itemId, key: randomUUID() });
  }
  for (const month of ['ever', utcMonth(fixture.ctx.clock.now())])
    await database.db.insert(collectorTotals).values(
      [unnamed, named].map(({ actor: { id: userId } }) => ({
        userId,
        month,
        experience: 100,
        completedSets: 1,
      })),
    );
  const choose = (actor: Actor, choice: boolean) =>
    savePrivacy(
      { ...fixture.ctx, actor },
      { isNamedInSales: choice, isInLeaderboards: choice, isInSearchEngines: choice },
    );
  await choose(unnamed.actor, false);
  await choose(named.actor, true);
});

const read = async (role: MatrixRole, url: string) =>
  (await fixture.browserOf(role).get(url)).text();

describe.each(roles)('to a %s', (role) => {
  it.each([
    ['the last sales of a card', () => `/community/market/cards/default-crown`],
    [
      'the last sales of a card of one game',
      () => `/community/market/cards/default-crown?game=${unnamed.ownedGameId}`,
    ],
    ['leaderboards', () => '/community/leaderboards'],
    ['leaderboards of all time', () => '/community/leaderboards?since=ever&by=sets'],
  ])('%s name only accounts that want it', async (_, toUrl) => {
    const page = await read(role, toUrl());
    const has = ({ actor }: Owner) => page.includes(`/profile/${actor.username}"`);
    expect([has(named), has(unnamed)]).toEqual([true, false]);
  });

  it('a profile says whether search engines may list it', async () => {
    const isListed = async ({ actor }: Owner) =>
      !/<meta name="robots" content="noindex/.test(await read(role, `/profile/${actor.username}`));
    expect([await isListed(named), await isListed(unnamed)]).toEqual([true, false]);
  });
});
