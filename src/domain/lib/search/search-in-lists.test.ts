import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { marketCardsQuery } from '#shared/schemas/market/market-cards.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../../actor.ts';
import { listAdminLog } from '../../administration/list-admin-log.ts';
import { listGames } from '../../catalog/games/list-games.ts';
import { listOwnGames } from '../../catalog/own-games/list-own-games.ts';
import { createOwnGame } from '../../catalog/own-games/save-own-game.ts';
import { listCollections } from '../../collections/list-collections.ts';
import { suggestGames } from '../../discussions/suggest-games.ts';
import { buyGame } from '../../game-library/buy-game.ts';
import { listLibrary } from '../../game-library/list-library.ts';
import { listInventory } from '../../inventory/list-inventory.ts';
import { listMarketCards } from '../../market/cards/list-market-cards.ts';
import { suggestMarketSearches } from '../../market/cards/suggest-market-searches.ts';
import { listOwnListings } from '../../market/lists/list-own-listings.ts';
import { sellCards } from '../../market/selling/sell-cards.ts';

const database = useDatabase();
const as = (actor: Actor) => createTestCtx(database.db, { actor });
const names = ['Pokémon Øl', 'R.E.P.O.', 'Fußball Œuvre', 'Łódź ısık', 'C# Quest', 'N++', 'Cave'];
const page = { page: 1, perPage: 100 };
let player: Actor;
let admin: Actor;

beforeAll(async () => {
  const { db } = database;
  await createCardSets(db);
  player = await createPlayer(db, { furtherRoles: [catalogEditor] });
  admin = await createPlayer(db, { role: 'admin' });
  for (const name of names) {
    const { gameId } = await createOwnGame(as(player), ownGameInput.parse({ name, price: '0' }));
    await buyGame(as(player), { gameId, price: 0, key: randomUUID() });
    for (const _ of [1, 2]) {
      await createCard(db, { ownerId: player.id, gameId, kindId: 'default-crown' });
    }
    const offer = { gameId, kindId: 'default-crown', price: 5_00, copies: 1 };
    await sellCards(as(player), { offers: [offer], key: randomUUID() });
  }
});

/** The names of the games that each list finds for a term. */
const lists: Record<string, (q: string) => Promise<string[]>> = {
  shop: async (search) => {
    const { games } = await listGames(as(player), { search });
    return games.map(({ name }) => name);
  },
  library: async (q) => {
    const { games } = await listLibrary(as(player), { q, order: 'name', ...page });
    return games.map(({ name }) => name);
  },
  collection: async (q) => {
    const request = { q, order: 'name', filter: 'all', ...page } as const;
    const { games, found } = await listCollections(as(player), request);
    expect(found).toBe(games.length);
    return games.map(({ name }) => name);
  },
  inventory: async (q) => {
    const filter = { q, rarity: null, duplicates: false, order: 'game', ...page } as const;
    const { items } = await listInventory(as(player), { userId: player.id, ...filter });
    return items.map(({ gameName }) => gameName);
  },
  'own listings': async (q) => {
    const { items } = await listOwnListings(as(player), { q, order: 'game', ...page });
    return items.map(({ gameName }) => gameName);
  },
  market: async (q) => {
    const { cards } = await listMarketCards(as(player), marketCardsQuery.parse({ q }));
    return cards.map(({ game }) => game.name);
  },
  'suggestions of the market': async (q) => {
    const found = await suggestMarketSearches(as(player), { q });
    return found.map(({ name }) => name);
  },
  'suggestions of games': async (q) => {
    const found = await suggestGames(as(player), { q });
    return found.map(({ name }) => name);
  },
  'games of the site': async (q) => {
    const { games } = await listOwnGames(as(player), { q, page: 1 });
    return games.map(({ name }) => name);
  },
  'log of changes': async (q) => {
    const { entries } = await listAdminLog(as(admin), { of: null, q, act: 'create-game', page: 1 });
    return entries.map(({ details }) => String(details.name));
  },
};

describe.each(Object.entries(lists))('the search of the %s', (_, find) => {
  it.each([
    ['pokemon', 'Pokémon Øl'],
    ['POKEMON OL', 'Pokémon Øl'],
    ['repo', 'R.E.P.O.'],
    ['r.e.p.o', 'R.E.P.O.'],
    ['fussball', 'Fußball Œuvre'],
    ['oeuvre', 'Fußball Œuvre'],
    ['lodz', 'Łódź ısık'],
    ['ISIK', 'Łódź ısık'],
    ['c#', 'C# Quest'],
    ['n++', 'N++'],
  ])('for %s finds %s', async (q, name) => expect(await find(q)).toEqual([name]));
});
