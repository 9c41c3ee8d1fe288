import { expect, inject, test } from 'vitest';
import { roundsOfRun } from '#test/config/nightly.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { drawOperations } from './operations.ts';
import { runSimulation } from './simulation.ts';

const database = useDatabase();

test('a simulation with broken connections and lost answers finds no violations', {
  timeout: timeLimits.preparation,
}, async () => {
  const { violations, deadlocks, retries, audit } = await runSimulation({
    connection: { ...inject('postgres'), database: database.name },
    seed: 20_261_120,
    operations: roundsOfRun(900, 1_500),
    workers: 16,
  });
  expect(violations).toEqual([]);
  expect(deadlocks).toBe(0);
  // The simulation traded, and failures were injected. A kind of operation that was never done is a violation.
  expect(audit.counted.sales).toBeGreaterThan(10);
  expect(retries).toBeGreaterThan(10);
});

test('a seed always draws the same operations, and another seed draws others', () => {
  const drawn = (seed: number) => {
    const { operations, digest } = drawOperations(seed, 200);
    return { all: [...operations], digest: digest() };
  };
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
});
