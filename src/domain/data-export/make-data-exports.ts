import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { dataExports, users } from '#database/schema.ts';
import { dataExportConstants } from '#shared/constants/accounts/data-exports.ts';
import type { Ctx } from '../context.ts';
import { exportFileName } from './export-file-name.ts';
import { createExportZip } from './write-export-zip.ts';

type MakingCtx = Pick<Ctx, 'db' | 'clock' | 'site' | 'gallery' | 'log' | 'encryption'>;

interface Claim {
  id: string;
  userId: string;
  attempts: number;
}

/** The export was taken over by another node, or its account was deleted. */
class ClaimLost extends Error {}

/**
 * Makes the requested exports, one after the other. While a file is made, the node extends its claim; when it
 * is killed, the claim ends and a node makes the file again, three times in all.
 */
export async function makeDataExports(ctx: MakingCtx): Promise<void> {
  await failExhausted(ctx);
  for (;;) {
    const claim = await claimNext(ctx);
    if (!claim) return;
    await makeExport(ctx, claim);
  }
}

/** An export whose last attempt ended without a result has failed. */
async function failExhausted({ db, clock }: MakingCtx): Promise<void> {
  await db
    .update(dataExports)
    .set({ state: 'failed', claimedUntil: null })
    .where(
      and(
        eq(dataExports.state, 'running'),
        lte(dataExports.claimedUntil, clock.now()),
        sql`${dataExports.attempts} >= ${dataExportConstants.attemptsMax}`,
      ),
    );
}

/** Claims the oldest request that waits, or whose node is dead; null if nothing waits or the store is full. */
async function claimNext({ db, clock }: MakingCtx): Promise<Claim | null> {
  const now = clock.now();
  const oldest = db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(
      and(
        inArray(dataExports.state, ['waiting', 'running']),
        or(isNull(dataExports.claimedUntil), lte(dataExports.claimedUntil, now)),
        sql`(select coalesce(sum(stored.bytes), 0) from ${dataExports} as stored)
          < ${dataExportConstants.storedBytesMax}`,
      ),
    )
    .orderBy(asc(dataExports.requestedAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claim] = await db
    .update(dataExports)
    .set({
      state: 'running',
      attempts: sql`${dataExports.attempts} + 1`,
      claimedUntil: new Date(now.getTime() + dataExportConstants.leaseMs),
    })
    .where(sql`${dataExports.id} = any(array${oldest})`)
    .returning({
      id: dataExports.id,
      userId: dataExports.userId,
      attempts: dataExports.attempts,
    });
  return claim ?? null;
}

async function makeExport(ctx: MakingCtx, claim: Claim): Promise<void> {
  try {
    await makeFile(ctx, claim);
  } catch (error) {
    if (error instanceof ClaimLost) return;
    await postpone(ctx, claim, error);
  }
}

async function makeFile(ctx: MakingCtx, claim: Claim): Promise<void> {
  const { db, clock, gallery } = ctx;
  const [account] = await db
    .select({ id: users.id, username: users.displayUsername })
    .from(users)
    .where(eq(users.id, claim.userId));
  if (!account) throw new ClaimLost();
  await gallery.tempDirs.use(async (dir) => {
    const zip = createExportZip(ctx, account);
    let extendAt = clock.now().getTime() + dataExportConstants.leaseMs / 4;
    const { path, bytes } = await dir.write(zip, {
      bytesMax: dataExportConstants.bytesMax,
      onProgress() {
        if (clock.now().getTime() < extendAt) return;
        extendAt = clock.now().getTime() + dataExportConstants.leaseMs / 4;
        extendClaim(ctx, claim, dataExportConstants.leaseMs).catch((error: Error) =>
          zip.destroy(error),
        );
      },
    });
    await extendClaim(ctx, claim, dataExportConstants.storeLeaseMs);
    await gallery.fileStore.save(exportFileName(claim), path);
    const isSaved = await saveResult(ctx, claim, bytes);
    if (!isSaved) await gallery.fileStore.remove(exportFileName(claim));
  });
}

/** The condition that the claim is still valid. */
function isClaimed({ id, attempts }: Claim) {
  return and(
    eq(dataExports.id, id),
    eq(dataExports.state, 'running'),
    eq(dataExports.attempts, attempts),
  );
}

async function extendClaim({ db, clock }: MakingCtx, claim: Claim, ms: number): Promise<void> {
  const extended = await db
    .update(dataExports)
    .set({ claimedUntil: new Date(clock.now().getTime() + ms) })
    .where(isClaimed(claim))
    .returning({ id: dataExports.id });
  if (extended.length === 0) throw new ClaimLost();
}

/** Makes the file available. False when the claim was lost: nobody may download the file. */
async function saveResult({ db, clock }: MakingCtx, claim: Claim, bytes: number): Promise<boolean> {
  const endsAt = new Date(clock.now().getTime() + dataExportConstants.dayMs);
  const saved = await db
    .update(dataExports)
    .set({ state: 'ready', bytes, endsAt, claimedUntil: null })
    .where(isClaimed(claim))
    .returning({ id: dataExports.id });
  return saved.length > 0;
}

/** Lets the export wait for the next attempt, or marks it as failed after the last one. */
async function postpone(
  { db, clock, log }: MakingCtx,
  claim: Claim,
  error: unknown,
): Promise<void> {
  const hasFailed = claim.attempts >= dataExportConstants.attemptsMax;
  const claimedUntil = new Date(clock.now().getTime() + dataExportConstants.retryMs);
  await db
    .update(dataExports)
    .set(hasFailed ? { state: 'failed', claimedUntil: null } : { state: 'waiting', claimedUntil })
    .where(isClaimed(claim));
  const details = { err: error, export: claim.id, attempts: claim.attempts };
  if (hasFailed) log.error(details, 'an export of data failed and is not tried again');
  else log.warn(details, 'an export of data failed; it is tried again');
}
