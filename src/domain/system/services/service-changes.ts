import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { serviceSettings } from '#database/schema.ts';
import type { SettableService } from '#shared/constants/server/services.ts';
import { lockOwnAccount } from '../../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../../context.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { describeFailure } from '../check-services.ts';
import { type StoredCtx, writeStoredService } from './stored-service.ts';

/** The name of the event with which the nodes read a service again. */
export const serviceRead = (service: SettableService) => `service-${service}`;

/** Logs a change without its values. */
async function logServiceChange(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { service, adminId, removed }: { service: SettableService; adminId: string; removed?: true },
): Promise<void> {
  await appendToAdminLog(tx, {
    accountId: adminId,
    act: 'change-service',
    subject: service,
    details: { service, ...(removed && { removed }) },
    at: clock.now(),
  });
}

interface ServiceOfAdmin {
  service: SettableService;
  adminId: string;
}

/**
 * Stores what `complete` returns, which reads the stored settings in the same transaction, and logs that.
 * @throws AppError `proof-required`, and what `complete` throws.
 */
export async function saveStoredService(
  ctx: Ctx,
  { service, adminId }: ServiceOfAdmin,
  complete: (stored: StoredCtx) => Promise<{ settings: object; secret: string }>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    await tx.execute(sql`lock table ${serviceSettings} in share row exclusive mode`);
    const { settings, secret } = await complete({ db: tx, encryption: ctx.encryption });
    await writeStoredService(tx, ctx, { service, settings, secret });
    await logServiceChange(tx, ctx, { service, adminId });
  });
}

/**
 * Deletes what is stored, and logs that.
 * @throws AppError `proof-required`.
 */
export async function removeStoredService(
  ctx: Ctx,
  { service, adminId }: ServiceOfAdmin,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    const removed = await tx
      .delete(serviceSettings)
      .where(eq(serviceSettings.service, service))
      .returning({ service: serviceSettings.service });
    if (removed.length > 0) await logServiceChange(tx, ctx, { service, adminId, removed: true });
  });
}

/** Runs a test and logs whether it worked. Returns its error; null if it worked. */
export async function runServiceTest(
  ctx: Ctx,
  { service, adminId }: ServiceOfAdmin,
  test: () => Promise<void>,
): Promise<string | null> {
  const error = await test().then(() => null, describeFailure);
  await appendToAdminLog(ctx.db, {
    accountId: adminId,
    act: 'test-service',
    subject: service,
    details: { service, works: error === null },
    at: ctx.clock.now(),
  });
  return error;
}
