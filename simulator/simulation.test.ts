import { expect, inject, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { drawOperations } from './operations.ts';
import { simulate } from './simulation.ts';

const database = useDatabase();

test('an hour of a busy house, with broken connections and lost answers, leaves no fault', async () => {
  const { faults, deadlocks, retries, audit } = await simulate({
    connection: { ...inject('postgres'), database: database.name },
    seed: 20_261_120,
    operations: 1_500,
    workers: 16,
  });
  expect(faults).toEqual([]);
  expect(deadlocks).toBe(0);
  // It was busy, and there was trouble.
  expect(audit.counted.sales).toBeGreaterThan(10);
  expect(retries).toBeGreaterThan(10);
});

test('one seed draws the same operations again, and another others', () => {
  const drawn = (seed: number) => {
    const { operations, digest } = drawOperations(seed, 200);
    return { all: [...operations], digest: digest() };
  };
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
});
