import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { rowObservation } from '#database/row-observer.ts';
import { compareColumns, compareValue, compareValues } from './row-comparison.ts';

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
    for (const difference of compareColumns(statement, fields)) differences.add(difference);
    for (const difference of compareValues(statement, rows)) differences.add(difference);
  },
  onValue(type, value) {
    const difference = compareValue(type, value);
    if (difference) differences.add(`A column of 'typedSql' is ${difference}`);
  },
};

function failOnDifferences() {
  const found = [...differences];
  differences.clear();
  if (found.length > 0) throw new Error(`Raw SQL rows differ:\n${found.join('\n')}`);
}

afterEach(failOnDifferences);
// Work in the background can end after the last test.
afterAll(failOnDifferences);
