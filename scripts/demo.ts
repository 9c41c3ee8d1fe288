import { existsSync } from 'node:fs';
import { readBundle } from '#catalog/bundle.ts';
import { EmbeddedPostgresError } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { importCardSets } from '#domain/inventory/import-card-sets.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { projectPath } from '#server/config/project-path.ts';
import { demoSize, fillDemo } from './demo/fill.ts';
import { host } from './demo/people.ts';

/** Fills a believable community into the configured database. */
async function demo(): Promise<void> {
  const config = readConfig(process.env);
  console.log('Opening the database …');
  const { db, close } = await openConfiguredDatabase(config, createLog('silent'));
  try {
    const built = projectPath('build/client/art');
    const artDirectory = existsSync(built) ? built : projectPath('public/art');
    const bundle = await readBundle({ catalogDirectory: projectPath('catalog'), artDirectory });
    const services = await createServices(config, db, createLog('silent'), {
      banner: bundle.banner,
      sharePicture: bundle.share,
    });
    if ((await db.query.games.findFirst({ columns: { id: true } })) === undefined) {
      console.log('Bringing in the catalogue …');
      await importGames(services, bundle);
      await importCardSets(services, bundle.cardSets);
    }
    const { hasher, secret, clock, fileStore, tempDirs, imageProcessor } = services;
    // What the operator sets is of today; the past was lived by the rules as they come.
    const usual = readConfig({});
    const rules = {
      gamePriceCents: usual.GAME_PRICE,
      topUpDailyCents: usual.TOP_UP_DAILY,
      playCycleMs: usual.PLAY_CYCLE_MS,
      awardsPerDay: usual.AWARDS_PER_DAY,
      marketFeePercent: usual.MARKET_FEE_PERCENT,
    };
    const filled = await fillDemo(
      {
        db,
        rules,
        hasher,
        secret,
        gallery: { fileStore, tempDirs, imageProcessor },
        artDirectory,
        now: clock.now(),
      },
      demoSize,
      (line) => console.log(line),
    );
    const { players, games, cards } = demoSize;
    console.log(
      filled
        ? `Filled: ${players} players with ${games} games and ${cards} cards.`
        : 'The demonstration is there already; nothing was changed.',
    );
    console.log(`Log in as ${host.username} with the password ${host.password}.`);
    console.log('All its players share that password: keep it off a server that strangers reach.');
  } finally {
    await close();
  }
}

demo().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
