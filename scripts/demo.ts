import { existsSync } from 'node:fs';
import { readBundle } from '#catalog/read-bundle.ts';
import { EmbeddedPostgresError } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { importCardSets } from '#domain/card-sets/import-card-sets.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { projectPath } from '#server/config/project-path.ts';
import { demoLogin } from './demo/demo-players.ts';
import { demoTotals, fillDemo } from './demo/fill-demo.ts';

/**
 * Fills the configured database with demo data: players with a history of purchases, sales, messages and
 * posts. Imports the catalog first if the database is empty. Changes nothing if the demo data exists.
 */
async function demo(): Promise<void> {
  const config = readConfig(process.env);
  console.log('Opening the database …');
  const { db, close } = await openConfiguredDatabase(config, createLog('silent'));
  try {
    const builtArtDirectory = projectPath('build/client/art');
    const artDirectory = existsSync(builtArtDirectory)
      ? builtArtDirectory
      : projectPath('public/art');
    const bundle = await readBundle({ catalogDirectory: projectPath('catalog'), artDirectory });
    const services = await createServices(config, db, createLog('silent'), {
      banner: bundle.banner,
      shareImage: bundle.share,
    });
    if ((await db.query.games.findFirst({ columns: { id: true } })) === undefined) {
      console.log('Importing the catalog …');
      await importGames(services, bundle);
      await importCardSets(services, bundle.cardSets);
    }
    const {
      accounts: { hasher },
      keys,
      clock,
      gallery,
    } = services;
    // The demo data is dated in the past. The operator's prices and limits did not apply then.
    const defaults = readConfig({});
    const rules = {
      gamePriceCents: defaults.GAME_PRICE,
      topUpDailyCents: defaults.TOP_UP_DAILY,
      playCycleMs: defaults.PLAY_CYCLE_MS,
      awardsPerDay: defaults.AWARDS_PER_DAY,
      marketFeePercent: defaults.MARKET_FEE_PERCENT,
      downloads: services.rules.downloads,
    };
    const isNew = await fillDemo(
      {
        db,
        rules,
        hasher,
        keys,
        gallery,
        artDirectory,
        now: clock.now(),
      },
      demoTotals,
      (line) => console.log(line),
    );
    const { players, games, cards } = demoTotals;
    console.log(
      isNew
        ? `Created: ${players} players who own ${games} games and ${cards} cards.`
        : 'The demo data already exists; nothing was changed.',
    );
    console.log(`Log in as ${demoLogin.username} with the password ${demoLogin.password}.`);
    console.log(
      'All demo players have this password. Do not use the demo data on a public server.',
    );
  } finally {
    await close();
  }
}

demo().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
