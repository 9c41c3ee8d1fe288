import { readBundle } from '#catalog/bundle.ts';
import { restoreBundledCovers } from '#domain/catalog/covers/restore-bundled-covers.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { importCardSets } from '#domain/inventory/import-card-sets.ts';
import { readConfig } from '../config/config.ts';
import { projectPath } from '../config/project-path.ts';
import { startScheduledJobs } from '../jobs/scheduled-jobs.ts';
import { warmShareImages } from '../jobs/warm-share-images.ts';
import { artDirectory } from './art-directory.ts';
import { createServices } from './create-services.ts';
import { createLog } from './log.ts';
import { openConfiguredDatabase } from './open-database.ts';
import type { Services } from './services.ts';

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
    if (!services.cachedProvider) await restoreBundledCovers(services);
    await importCardSets(services, bundle.cardSets);
    const stopUpkeep = startScheduledJobs(services);
    const warming = warmShareImages(services);
    return {
      services,
      databaseLost: lost,
      async close() {
        await warming.stop();
        await stopUpkeep();
        await services.cachedProvider?.close();
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
    catalogDirectory: projectPath('catalog'),
    artDirectory: artDirectory(),
  });
}
