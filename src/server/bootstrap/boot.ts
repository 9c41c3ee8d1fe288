import { readBundle } from '#catalog/read-bundle.ts';
import { restoreBundledCovers } from '#domain/catalog/covers/restore-bundled-covers.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { importCardSets } from '#domain/inventory/import-card-sets.ts';
import { readConfig } from '../config/config.ts';
import { projectPath } from '../config/project-path.ts';
import { startScheduledJobs } from '../jobs/scheduled-jobs.ts';
import { warmShareImages } from '../jobs/warm-share-images.ts';
import { getArtDirectory } from './art-directory.ts';
import { createServices } from './create-services.ts';
import { createLog } from './log.ts';
import { openConfiguredDatabase } from './open-database.ts';
import type { Services } from './services.ts';

export interface BootedServer {
  services: Services;
  /** Resolves if an embedded Postgres exits by itself. */
  databaseLost: Promise<unknown>;
  /** Stops the jobs and closes the database; an embedded one is stopped. */
  close(): Promise<void>;
}

/**
 * Reads the settings, opens and migrates the database, imports the bundled catalog and creates the
 * services. The HTTP server starts afterwards.
 * @throws ConfigError, EmbeddedPostgresError with the line that the operator sees.
 */
export async function boot(environment: NodeJS.ProcessEnv): Promise<BootedServer> {
  const config = readConfig(environment);
  const log = createLog(config.LOG_LEVEL);
  const { db, direct, lost, close } = await openConfiguredDatabase(config, log);
  let stopEvents: (() => Promise<void>) | undefined;
  try {
    const bundle = await readBundledCatalog();
    // The embedded database has one process. A database of the operator may have several nodes.
    const mayHaveOthers = config.DATABASE_URL !== undefined || config.REDIS_URL !== undefined;
    const services = await createServices(
      config,
      db,
      log,
      { banner: bundle.banner, shareImage: bundle.share },
      mayHaveOthers ? direct : null,
    );
    stopEvents = services.events.stop;
    await importGames(services, bundle);
    if (!services.catalog.cachedProvider) await restoreBundledCovers(services);
    await importCardSets(services, bundle.cardSets);
    const stopJobs = startScheduledJobs(services);
    const warming = warmShareImages(services);
    return {
      services,
      databaseLost: lost,
      async close() {
        await warming.stop();
        await stopJobs();
        await services.catalog.cachedProvider?.close();
        await services.events.stop();
        await services.reads?.close();
        await close();
        log.flush();
      },
    };
  } catch (error) {
    await stopEvents?.();
    await close();
    throw error;
  }
}

function readBundledCatalog() {
  return readBundle({
    catalogDirectory: projectPath('catalog'),
    artDirectory: getArtDirectory(),
  });
}
