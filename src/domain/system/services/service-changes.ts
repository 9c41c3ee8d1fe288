import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { serviceSettings } from '#database/schema.ts';
import type { SettableService } from '#shared/constants/server/services.ts';
import type { Ctx } from '../../context.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { describeFailure } from '../check-services.ts';

/** The name of the event with which the nodes read a service again. */
export const serviceRead = (service: SettableService) => `service-${service}`;

/** Logs a change without its values. */
export async function logServiceChange(
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

/** Deletes what is stored, and logs that. */
export async function deleteStoredService(
  tx: Queryable,
  ctx: Pick<Ctx, 'clock'>,
  { service, adminId }: { service: SettableService; adminId: string },
): Promise<void> {
  const removed = await tx
    .delete(serviceSettings)
    .where(eq(serviceSettings.service, service))
    .returning({ service: serviceSettings.service });
  if (removed.length > 0) await logServiceChange(tx, ctx, { service, adminId, removed: true });
}

/** Runs a test and logs whether it worked. Returns its error; null if it worked. */
export async function runServiceTest(
  ctx: Ctx,
  { service, adminId }: { service: SettableService; adminId: string },
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
