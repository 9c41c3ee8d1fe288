import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { catalogImports, developers, gameSearch, games, publishers } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { isSourceShown } from '#shared/constants/catalog/game-sources.ts';
import { lockSettingsAgainstChanges, readSiteSetting } from '../../site/read-site-settings.ts';
import {
  type BundledCompany,
  type BundledGame,
  saveBundledCompanies,
  saveBundledGames,
} from './save-games.ts';

/** The bundled catalog. */
export interface CatalogBundle {
  /** Changes exactly when the contents change. */
  version: string;
  games: readonly BundledGame[];
  publishers: readonly BundledCompany[];
  developers: readonly BundledCompany[];
}

/** Increased when the same bundle must be imported again, for example for new columns. */
const importVersion = 5;

/**
 * Imports the bundled catalog in one transaction, if its version is not imported yet. Deletes no game,
 * because players own games, and does not overwrite games of the catalog provider. Returns false if
 * this version was imported before.
 */
export async function importGames(
  ctx: { db: Database; clock: Ctx['clock'] },
  bundle: CatalogBundle,
): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // Of nodes that start together one gets this row. The others wait here and then do nothing.
    const claimed = await tx
      .insert(catalogImports)
      .values({ source: 'bundle', version: `${importVersion}.${bundle.version}`, importedAt: now })
      .onConflictDoUpdate({
        target: catalogImports.source,
        set: { version: sql`excluded.version`, importedAt: sql`excluded.imported_at` },
        setWhere: sql`${catalogImports.version} <> excluded.version`,
      })
      .returning({ version: catalogImports.version });
    if (claimed.length === 0) return false;
    await saveBundledCompanies(tx, publishers, bundle.publishers);
    await saveBundledCompanies(tx, developers, bundle.developers);
    await lockSettingsAgainstChanges(tx);
    const isHeld = isSourceShown(await readSiteSetting(tx, 'shopContent'), 'bundle');
    await saveBundledGames(tx, bundle.games, { now, isHeld });
    // Without this, searches are planned for an empty table until autovacuum analyzes it.
    await tx.execute(sql`analyze ${games}, ${gameSearch}`);
    return true;
  });
}
