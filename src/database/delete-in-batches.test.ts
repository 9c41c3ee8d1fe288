import { randomUUID } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { idempotencyKeys } from './schema.ts';

const database = useDatabase();
const cutoff = new Date('2026-02-01T00:00:00Z');

test('all matching rows are deleted, a few pages at a time, and the others stay', async () => {
  const { db } = database;
  const row = (createdAt: Date) => ({
    userId: randomUUID(),
    key: randomUUID(),
    requestHash: 'x'.repeat(1_000),
    createdAt,
  });
  const old = Array.from({ length: 60 }, () => row(new Date(cutoff.getTime() - 1)));
  const recent = Array.from({ length: 40 }, () => row(cutoff));
  const mixed = [...old, ...recent].toSorted((a, b) => a.key.localeCompare(b.key));
  await db.insert(idempotencyKeys).values(mixed);
  const statements = vi.spyOn(db, 'delete');

  const deleted = await deleteInBatches(
    db,
    idempotencyKeys,
    lt(idempotencyKeys.createdAt, cutoff),
    2,
  );

  expect(deleted).toBe(60);
  expect(statements.mock.calls.length).toBeGreaterThan(5);
  const left = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).orderBy(sql`1`);
  expect(left.map(({ key }) => key)).toEqual(recent.map(({ key }) => key).toSorted());
});

test('an empty table needs no statement', async () => {
  await database.db.execute(sql`truncate idempotency_keys`);
  expect(await deleteInBatches(database.db, idempotencyKeys, undefined)).toBe(0);
});
