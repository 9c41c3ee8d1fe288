import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readBundle } from '#catalog/read-bundle.ts';
import { EmbeddedPostgresError } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { importCardSets } from '#domain/card-sets/import-card-sets.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { createCtx, createServices, readRules } from '#server/bootstrap/create-services.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { projectPath } from '#server/config/project-path.ts';
import { drawExamplePictures } from '#server/jobs/draw-example-pictures.ts';
import { demoLogin } from './demo/demo-players.ts';
import { demoSize, fillDemo } from './demo/fill-demo.ts';

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
    // The demo data is dated in the past. The operator's prices and limits did not apply then.
    const rules = { ...readRules(readConfig({})), downloads: services.rules.downloads };
    const request = {
      id: randomUUID(),
      address: '127.0.0.1',
      origin: services.site.origin,
      userAgent: 'Guildhall demonstration',
    };
    const isNew = await fillDemo(createCtx({ ...services, rules }, request, null), {
      size: demoSize,
      drawPictures: () => drawExamplePictures(artDirectory),
      report: (line) => console.log(line),
    });
    const { players, games, cards } = demoSize;
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
