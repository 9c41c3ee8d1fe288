import { AppError } from '#shared/errors/app-error.ts';
import { type GamesKeyInput, gamesDatabase } from '#shared/schemas/administration/services.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import { restoreBundledCovers } from '../../catalog/covers/restore-bundled-covers.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import {
  removeStoredService,
  runServiceTest,
  saveStoredService,
  serviceRead,
} from './service-changes.ts';
import { readStoredService, type StoredCtx } from './stored-service.ts';

/**
 * The key of the games database that an admin saved; null without one for this address. The address comes from
 * the environment: a key that was typed for another one is not sent to it.
 */
export async function readGamesKey(
  ctx: StoredCtx,
  { url }: { url: string },
): Promise<string | null> {
  const stored = await readStoredService(ctx, 'games');
  if (stored === null || gamesDatabase.parse(stored.settings).url !== url) return null;
  return stored.secret;
}

/**
 * Whether there is a key, for its page, and where from.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function getGamesService(
  ctx: Ctx,
): Promise<{ source: 'environment' | 'page' | null; host: string }> {
  requireAdmin(ctx);
  const { isInEnvironment, url } = ctx.operations.gamesService;
  const { host } = new URL(url);
  if (isInEnvironment) return { source: 'environment', host };
  return { source: (await readGamesKey(ctx, { url })) === null ? null : 'page', host };
}

/**
 * Saves the key of the games database. The shop has its games at once, on every node.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`, `bad-input` without a key.
 */
export async function saveGamesKey(ctx: Ctx, { token }: GamesKeyInput): Promise<void> {
  const { id } = requireAdmin(ctx);
  const { url } = requireSettable(ctx);
  if (token === '') throw new AppError('bad-input', { fields: { token: 'Type the key.' } });
  const settings = { url };
  await saveStoredService(ctx, { service: 'games', adminId: id }, async () => ({
    settings,
    secret: token,
  }));
  await publish(ctx);
}

/**
 * Removes the key. The games that are stored stay, and bundled games get their bundled pictures back.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`.
 */
export async function removeGamesKey(ctx: Ctx): Promise<void> {
  const { id } = requireAdmin(ctx);
  requireSettable(ctx);
  await removeStoredService(ctx, { service: 'games', adminId: id });
  await restoreBundledCovers(ctx);
  await publish(ctx);
}

/**
 * Asks the games database for one game, before the key is saved. Without a typed key with the one that is saved.
 * Returns its error; null if it works.
 * @throws AppError as `saveGamesKey`, and `rate-limited`.
 */
export async function testGamesKey(ctx: Ctx, { token }: GamesKeyInput): Promise<string | null> {
  const { id } = requireAdmin(ctx);
  const { url, test } = requireSettable(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const key = token || (await readGamesKey(ctx, { url }));
  if (!key) throw new AppError('bad-input', { fields: { token: 'Type the key.' } });
  return runServiceTest(ctx, { service: 'games', adminId: id }, () => test(key));
}

function requireSettable({ operations }: Pick<Ctx, 'operations'>) {
  const { gamesService } = operations;
  if (gamesService.isInEnvironment) throw new AppError('set-in-environment');
  return gamesService;
}

/** Lets this node use it before the page is shown, and the others at once. */
async function publish({ catalog, events }: Pick<Ctx, 'catalog' | 'events'>): Promise<void> {
  await catalog.refreshProvider?.();
  events.publish({ type: 'read-outdated', read: serviceRead('games') });
  events.publish({ type: 'site-changed' });
}
