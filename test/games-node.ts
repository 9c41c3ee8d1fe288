import { vi } from 'vitest';
import type { Database } from '#db/client.ts';
import { importGames } from '#domain/catalogue/import-games.ts';
import { listGames } from '#domain/catalogue/list-games.ts';
import { createGamesSource } from '#domain/catalogue/source/games-source.ts';
import type { Ctx } from '#domain/context.ts';
import { GamesDatabaseFailure, type GamesDatabaseTrouble } from '#shared/games-database-failure.ts';
import { createTestCtx } from './factories.ts';
import { createMadeGamesDatabase, createWaiting, toldGame } from './fakes/made-games-database.ts';
import { madeBundle, madeGame } from './made-bundle.ts';

/** A node with a games database of its own that the test can spoil, and time that it lets pass. */
export function createNode(
  db: Database,
  made = createMadeGamesDatabase(),
  overrides: Partial<Ctx> = {},
) {
  const waiting = createWaiting();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const base = createTestCtx(db, { log, ...overrides });
  const gamesSource = createGamesSource({ ...base, database: made.database, wait: waiting.wait });
  const ctx = Object.assign(base, { gamesSource });
  const find = async (search: string) =>
    (await listGames(ctx, { search })).games.map(({ name }) => name);
  return { ctx, made, waiting, log, find, clock: base.testClock };
}

let terms = 0;

/** A term that no other test asks for, with a game of the bundle and one of the source. */
export async function createTerm(db: Database) {
  terms += 1;
  const term = `zork${terms}q`;
  const ours = madeGame({ name: `Ours ${term}` });
  await importGames(createTestCtx(db), madeBundle({ games: [ours] }));
  return { term, ours: ours.name, theirs: toldGame({ name: `Theirs ${term}` }) };
}

export const failure = (trouble: GamesDatabaseTrouble, retryAfterMs: number | null = null) =>
  new GamesDatabaseFailure(trouble, `made: ${trouble}`, retryAfterMs);
