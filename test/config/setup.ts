import { afterEach, beforeEach, vi } from 'vitest';

// An unexpected console.error fails the test, because React reports warnings and caught errors that way.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  if (calls.length > 0) throw new Error(`Unexpected console.error: ${String(calls[0])}`);
});
