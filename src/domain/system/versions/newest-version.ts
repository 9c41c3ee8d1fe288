import semver from 'semver';
import { siteSettings } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { NewestVersion } from '#shared/schemas/administration/site-settings.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { getSiteSettings, readSiteSettings } from '../../site/read-site-settings.ts';
import { describeFailure } from '../check-services.ts';

type VersionCtx = Pick<Ctx, 'db' | 'clock' | 'log' | 'operations'>;

/** Asks the address of the site for the newest version, and stores the answer. Without an address nothing is asked. */
export async function checkNewestVersion(ctx: VersionCtx): Promise<void> {
  const { db, clock, log, operations } = ctx;
  const { versionAddress: address } = await readSiteSettings(db);
  if (address === '') return;
  const found = await operations.fetchNewestVersion(address).then(
    (version) => ({ version, error: null }),
    (error: unknown) => {
      log.warn({ err: error }, 'the newest version is not known');
      return { version: null, error: describeFailure(error) };
    },
  );
  // The address may have been changed meanwhile, so the answer says whose it is.
  const value: NewestVersion = { ...found, address, askedAt: clock.now().toISOString() };
  await db
    .insert(siteSettings)
    .values({ key: 'newestVersion', value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
}

/**
 * Asks an address before it is saved. Returns the version, or what is wrong in words.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `rate-limited`, `bad-input` without an address.
 */
export async function testVersionAddress(
  ctx: Ctx,
  { address }: { address: string },
): Promise<{ version: string } | { problem: string }> {
  const { id } = requireAdmin(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  if (address === '') {
    throw new AppError('bad-input', { fields: { versionAddress: 'Type the address.' } });
  }
  const answer = await ctx.operations.fetchNewestVersion(address).then(
    (version) => ({ version }),
    (error: unknown) => ({ problem: describeFailure(error) }),
  );
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'test-service',
    subject: 'version',
    details: { service: 'version', works: 'version' in answer },
    at: ctx.clock.now(),
  });
  return answer;
}

/** What the address of the site said last; null if nothing is asked, or was not yet. */
export async function getNewestVersion(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache'>,
): Promise<NewestVersion | null> {
  const { versionAddress, newestVersion } = await getSiteSettings(ctx);
  if (newestVersion === 'none' || versionAddress === '') return null;
  return newestVersion.address === versionAddress ? newestVersion : null;
}

/** The version of `newest` if it is newer than that of this site. */
export function findNewerVersion(newest: NewestVersion | null, own: string): string | null {
  const version = newest?.version ?? null;
  return version !== null && semver.gt(version, own) ? version : null;
}
