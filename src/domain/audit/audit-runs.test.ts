import { count, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditRuns, wallets } from '#database/schema.ts';
import { auditConstants } from '#shared/constants/server/audit.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx, overrideCtx } from '#test/fixtures/factories.ts';
import { errorCodesOf } from '#test/fixtures/market.ts';
import { auditRules } from './audit-economy.ts';
import { listAuditRuns, requestAudit } from './audit-requests.ts';
import { runStoredAudit } from './audit-runs.ts';

const database = useDatabase({ max: 20 });
beforeEach(async () => void (await database.db.delete(auditRuns)));

async function createAdmin() {
  const actor = await createPlayer(database.db, { role: 'admin' });
  return createTestCtx(database.db, { actor });
}

const nightly = { isNightly: true };
const requested = { isNightly: false };

describe('the stored runs of the audit', () => {
  it('have their time, duration, rules and broken rules with the first rows', async () => {
    const ctx = await createAdmin();
    await runStoredAudit(ctx, nightly);
    for (let player = 0; player < 7; player += 1) await createPlayer(database.db);
    await database.db.update(wallets).set({ balance: 1 });
    ctx.testClock.advance(1_000);
    const report = await runStoredAudit(ctx, nightly);
    await database.db.update(wallets).set({ balance: 0 });
    const [broken, right] = await listAuditRuns(ctx);
    expect(right).toMatchObject({
      state: 'done',
      requestedBy: null,
      createdAt: new Date('2026-03-14T12:00:00Z'),
      durationMs: 0,
      rules: auditRules.length,
      violations: [],
    });
    const found = broken?.violations.find(({ rule }) => rule === 'balances-equal-entries');
    expect(found).toMatchObject({ count: 8, description: expect.stringContaining('balance') });
    expect(found?.rows).toHaveLength(auditConstants.rowsStored);
    expect(report?.violations.map(({ rule }) => rule)).toEqual(
      broken?.violations.map(({ rule }) => rule),
    );
  });

  it('are the last 90', async () => {
    const ctx = await createAdmin();
    const createdAt = ctx.clock.now();
    const { runsStored, runsShown } = auditConstants;
    await database.db
      .insert(auditRuns)
      .values(Array.from({ length: runsStored }, () => ({ state: 'done' as const, createdAt })));
    await runStoredAudit(ctx, nightly);
    const [stored] = await database.db.select({ runs: count() }).from(auditRuns);
    expect(stored?.runs).toBe(runsStored);
    const runs = await listAuditRuns(ctx);
    expect([runs.length, runs[0]?.rules]).toEqual([runsShown, auditRules.length]);
  });

  it('wait for the job when an admin requests one, and only one at a time', async () => {
    const ctx = await createAdmin();
    const results = await Promise.allSettled([1, 2, 3].map(() => requestAudit(ctx)));
    expect(errorCodesOf(results)).toEqual(['audit-open', 'audit-open']);
    expect(await listAuditRuns(ctx)).toMatchObject([
      { state: 'requested', requestedBy: ctx.actor?.username, durationMs: null, rules: null },
    ]);
    const reports = await Promise.all([1, 2, 3].map(() => runStoredAudit(ctx, requested)));
    expect(reports.filter(Boolean)).toHaveLength(1);
    expect(await listAuditRuns(ctx)).toMatchObject([{ state: 'done' }]);
    expect(await runStoredAudit(ctx, requested)).toBeNull();
    await requestAudit(ctx);
    expect(await runStoredAudit(ctx, nightly)).not.toBeNull();
    expect((await listAuditRuns(ctx)).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('do not begin while one is running, except when its node was stopped', async () => {
    const ctx = await createAdmin();
    const now = ctx.clock.now();
    await database.db
      .insert(auditRuns)
      .values({ state: 'running', startedAt: now, createdAt: now });
    expect(await runStoredAudit(ctx, nightly)).toBeNull();
    await expect(requestAudit(ctx)).rejects.toMatchObject({ code: 'audit-open' });
    ctx.testClock.advance(auditConstants.longestMs + 1);
    await requestAudit(ctx);
    expect((await listAuditRuns(ctx)).map(({ state }) => state)).toEqual(['requested', 'failed']);
  });

  it('say that a run failed', async () => {
    const ctx = await createAdmin();
    const failing = overrideCtx(ctx, {
      db: Object.assign(Object.create(database.db) as typeof database.db, {
        transaction: ((work: never, options?: { accessMode?: string }) => {
          if (options?.accessMode === 'read only') throw new Error('The audit fails.');
          return database.db.transaction(work);
        }) as typeof database.db.transaction,
      }),
    });
    await expect(runStoredAudit(failing, nightly)).rejects.toThrow('The audit fails.');
    const [run] = await listAuditRuns(ctx);
    expect(run).toMatchObject({ state: 'failed', rules: null });
  });

  it('are for admins only', async () => {
    const actor = await createPlayer(database.db, { role: 'moderator' });
    const ctx = createTestCtx(database.db, { actor });
    for (const act of [requestAudit, listAuditRuns]) {
      await expect(act(ctx)).rejects.toMatchObject({ code: 'admins-only' });
    }
    expect(await database.db.$count(auditRuns, eq(auditRuns.state, 'requested'))).toBe(0);
  });
});
