import type { NodePgSession } from 'drizzle-orm/node-postgres';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { rowObservation } from '#database/row-observer.ts';
import { measureFrom } from './durations/record-duration.ts';
import { observeTypedSql } from './observe-typed-sql.ts';
import { disableOwnerStacks } from './react-owner-stacks.ts';
import { compareNewColumns, compareValues } from './row-comparison.ts';

// These lines run for each file, before it is loaded. The first hook is the last one to run.
const recordDuration = measureFrom('vitest');
afterAll(() => recordDuration(expect.getState().testPath ?? ''));

disableOwnerStacks();

// Servers of Hono replace these for the whole process, in which other test files follow.
const { Request, Response } = globalThis;
afterAll(() => {
  for (const [name, value] of Object.entries({ Request, Response })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
});

// An unexpected console.error fails the test, because React reports warnings and caught errors that way.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  if (calls.length > 0) throw new Error(`Unexpected console.error: ${String(calls[0])}`);
});

// A raw statement whose rows are not as declared fails the test, also if its caller catches errors.
const differences = new Set<string>();

rowObservation.observer = {
  onResult(statement, { fields, rows }) {
    for (const difference of compareNewColumns(statement, fields)) differences.add(difference);
    for (const difference of compareValues(statement, rows)) differences.add(difference);
  },
};

// Only the files that import drizzle-orm load it.
vi.mock('drizzle-orm/node-postgres', async (importOriginal) => {
  const library = await importOriginal<{ NodePgSession: typeof NodePgSession }>();
  observeTypedSql(library.NodePgSession);
  return library;
});

function failOnDifferences() {
  const found = [...differences];
  differences.clear();
  if (found.length > 0) throw new Error(`Raw SQL rows differ:\n${found.join('\n')}`);
}

afterEach(failOnDifferences);
// Work in the background can end after the last test.
afterAll(failOnDifferences);
