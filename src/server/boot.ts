import { importCardSets } from '#domain/cards/import-card-sets.ts';
import { importGames } from '#domain/catalogue/import-games.ts';
import { restoreDrawings } from '#domain/catalogue/restore-drawings.ts';
import { readBundle } from '#starter/bundle.ts';
import { artDirectory } from './art-directory.ts';
import { readConfig } from './config.ts';
import { openConfiguredDatabase } from './database.ts';
import { createLog } from './log.ts';
import { projectPath } from './project-path.ts';
import { createServices, type Services } from './services.ts';
import { startUpkeep } from './upkeep.ts';
import { warmShares } from './warm-shares.ts';

export interface Booted {
  services: Services;
  /** Ends when an embedded Postgres ends by itself. */
  databaseLost: Promise<unknown>;
  /** Closes the database, and stops it when it is the embedded one. */
  close(): Promise<void>;
}

/**
 * From settings to a filled, migrated database and the services over it; the HTTP side comes after.
 * @throws ConfigError, EmbeddedPostgresError with the one line that the operator needs.
 */
export async function boot(environment: NodeJS.ProcessEnv): Promise<Booted> {
  const config = readConfig(environment);
  const log = createLog(config.LOG_LEVEL);
  const { db, lost, close } = await openConfiguredDatabase(config, log);
  try {
    const bundle = await readStarter();
    const services = await createServices(config, db, log, {
      banner: bundle.banner,
      sharePicture: bundle.share,
    });
    await importGames(services, bundle);
    if (!services.gamesSource) await restoreDrawings(services);
    await importCardSets(services, bundle.cardSets);
    const stopUpkeep = startUpkeep(services);
    const warming = warmShares(services);
    return {
      services,
      databaseLost: lost,
      async close() {
        await warming.stop();
        await stopUpkeep();
        await services.gamesSource?.close();
        await close();
        log.flush();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The bundled catalogue. */
function readStarter() {
  return readBundle({
    starterDirectory: projectPath('starter'),
    artDirectory: artDirectory(),
  });
}
