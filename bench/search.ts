import { readBundle } from '#catalog/read-bundle.ts';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { type Database, openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { importCardSets } from '#domain/card-sets/import-card-sets.ts';
import { listCardSet } from '#domain/card-sets/list-card-set.ts';
import { getGame } from '#domain/catalog/games/get-game.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { listGames } from '#domain/catalog/games/list-games.ts';
import type { BundledGame } from '#domain/catalog/games/save-games.ts';
import { generateWord, type NonEmptyList } from './generated-words.ts';
import {
  formatMs,
  type Measurement,
  measureInterleaved,
  measureP95,
} from './measure-rounds-and-medians.ts';

const gameCount = 100_000;
const chunk = 10_000;

type Bundle = Awaited<ReturnType<typeof readBundle>>;

/** Compares searches of 3 to 6 characters over 100,000 generated games with the reads of a game's page. */
export async function search(dataDir: string): Promise<Measurement> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase(postgres.connection);
  try {
    await migrateDatabase(db, 'src/database/migrations');
    const bundle = await readBundle({
      catalogDirectory: 'catalog',
      artDirectory: 'build/client/art',
    });
    await importCardSets({ db }, bundle.cardSets);
    const names = await fill(db, bundle);
    const random = createSeededRandom('searches');
    const below = (end: number) => Math.floor(random.between(0, end));
    const someTerm = () => {
      for (;;) {
        const name = names[below(names.length)] ?? '';
        const start = below(Math.max(1, name.length - 3));
        const term = name.slice(start, start + 3 + below(4));
        if (term.length >= 3 && term.trim() === term) return term;
      }
    };
    const { ours, theirs, ratio } = await measureInterleaved(
      () => measureP95(() => listGames({ db }, { search: someTerm() })),
      () => measureP95(() => readGamePage(db, 1 + below(gameCount))),
    );
    return {
      claim: `Search over ${gameCount.toLocaleString('en-US')} games ÷ a game page's data by id, p95`,
      ours: formatMs(ours),
      theirs: formatMs(theirs),
      ratio,
      goal: { atMost: 5 },
    };
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}

/** Reads the data that the loader of a game's page reads for a visitor. */
function readGamePage(db: Database, id: number) {
  return Promise.all([getGame({ db }, id), listCardSet({ db }, id)]);
}

/** Imports generated games with ids from 1. Returns their names. */
async function fill(db: Database, bundle: Bundle): Promise<string[]> {
  const random = createSeededRandom('games');
  const known = [...new Set(bundle.games.flatMap(({ name }) => name.match(/\p{L}{2,}/gu) ?? []))];
  // Words of titles: some occur in many titles, most are unique.
  const word = () =>
    random.between(0, 1) < 0.4 ? random.pick(known as NonEmptyList) : generateWord(random);
  const likes = bundle.games as BundledGame[] as [BundledGame, ...BundledGame[]];
  const names: string[] = [];
  for (let first = 1; first <= gameCount; first += chunk) {
    const games = Array.from({ length: chunk }, (_, index): BundledGame => {
      const like = random.pick(likes);
      const name = Array.from({ length: 1 + Math.floor(random.between(0, 4)) }, word).join(' ');
      names.push(name);
      const ratingsCount = Math.floor(random.between(0, 1) ** 4 * 5_000);
      return { ...like, id: first + index, slug: `made-${first + index}`, name, ratingsCount };
    });
    await importGames(
      { db, clock: { now: () => new Date() } },
      { ...bundle, version: `${first}`, games },
    );
  }
  await db.$client.query('vacuum analyze');
  return names;
}
