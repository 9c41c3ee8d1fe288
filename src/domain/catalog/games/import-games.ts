import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { developers, gameSearch, games, imports, publishers } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import {
  type CompanyFacts,
  type GameFacts,
  saveBundledGames,
  saveCompanies,
} from './save-games.ts';

/** A whole catalogue as it comes with the product. */
export interface GamesBundle {
  /** Changes when the contents do, and only then. */
  version: string;
  games: readonly GameFacts[];
  publishers: readonly CompanyFacts[];
  developers: readonly CompanyFacts[];
}

/** Goes up when the same bundle is to be kept in another form, such as with new columns. */
const layout = 5;

/**
 * Brings the catalogue up to the bundle's version, in one transaction. Removes no game, as players own
 * them, and leaves alone what a games database has told since. Answers false when nothing was to do.
 */
export async function importGames(
  ctx: { db: Database; clock: Ctx['clock'] },
  bundle: GamesBundle,
): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // The row settles the race of nodes that start together: the others wait here, then find it done.
    const claimed = await tx
      .insert(imports)
      .values({ source: 'bundle', version: `${layout}.${bundle.version}`, importedAt: now })
      .onConflictDoUpdate({
        target: imports.source,
        set: { version: sql`excluded.version`, importedAt: sql`excluded.imported_at` },
        setWhere: sql`${imports.version} <> excluded.version`,
      })
      .returning({ version: imports.version });
    if (claimed.length === 0) return false;
    await saveCompanies(tx, publishers, bundle.publishers);
    await saveCompanies(tx, developers, bundle.developers);
    await saveBundledGames(tx, bundle.games, now);
    // Plans of searches would otherwise rest on an empty table until the server looks by itself.
    await tx.execute(sql`analyze ${games}, ${gameSearch}`);
    return true;
  });
}
