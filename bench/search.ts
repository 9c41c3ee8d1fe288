import { seeded } from '#catalog/art/random.ts';
import { readBundle } from '#catalog/bundle.ts';
import { type Database, openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { getGame } from '#domain/catalog/games/get-game.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { listGames } from '#domain/catalog/games/list-games.ts';
import type { GameFacts } from '#domain/catalog/games/save-games.ts';
import { importCardSets } from '#domain/inventory/import-card-sets.ts';
import { listCardSet } from '#domain/inventory/list-card-set.ts';
import { type Choices, generateWord } from './generated-words.ts';
import { inMs, interleave, type Measured, p95 } from './rounds.ts';

const made = 100_000;
const chunk = 10_000;

type Bundle = Awaited<ReturnType<typeof readBundle>>;

/** Searches of 3 to 6 characters over 100,000 made games, against what a game's page reads by id. */
export async function search(dataDir: string): Promise<Measured> {
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
    const random = seeded('searches');
    const below = (end: number) => Math.floor(random.between(0, end));
    const someTerm = () => {
      for (;;) {
        const name = names[below(names.length)] ?? '';
        const start = below(Math.max(1, name.length - 3));
        const term = name.slice(start, start + 3 + below(4));
        if (term.length >= 3 && term.trim() === term) return term;
      }
    };
    const { ours, theirs, ratio } = await interleave(
      () => p95(() => listGames({ db }, { search: someTerm() })),
      () => p95(() => gamePage(db, 1 + below(made))),
    );
    return {
      claim: `Search over ${made.toLocaleString('en-US')} games ÷ a game page's data by id, p95`,
      ours: inMs(ours),
      theirs: inMs(theirs),
      ratio,
      goal: { atMost: 5 },
    };
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}

/** What the game page's loader reads for a visitor. */
function gamePage(db: Database, id: number) {
  return Promise.all([getGame({ db }, id), listCardSet({ db }, id)]);
}

/** Imports made games with ids from 1, as a bundle is imported. Answers their names. */
async function fill(db: Database, bundle: Bundle): Promise<string[]> {
  const random = seeded('games');
  const known = [...new Set(bundle.games.flatMap(({ name }) => name.match(/\p{L}{2,}/gu) ?? []))];
  // Words as titles have them: some that many share, most of their own.
  const word = () =>
    random.between(0, 1) < 0.4 ? random.pick(known as Choices) : generateWord(random);
  const likes = bundle.games as GameFacts[] as [GameFacts, ...GameFacts[]];
  const names: string[] = [];
  for (let first = 1; first <= made; first += chunk) {
    const games = Array.from({ length: chunk }, (_, index): GameFacts => {
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
