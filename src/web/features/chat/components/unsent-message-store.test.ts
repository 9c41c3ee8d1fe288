import { webcrypto } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createUnsent } from './unsent-message-store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the ids of messages are different UUIDs of version 4, also over http, where randomUUID does not exist', () => {
  const ids = [createUnsent('one').id, createUnsent('two').id];
  const getRandomValues = webcrypto.getRandomValues.bind(webcrypto);
  vi.stubGlobal('crypto', { getRandomValues });
  ids.push(createUnsent('one').id, createUnsent('two').id);
  expect(new Set(z.array(z.uuidv4()).parse(ids)).size).toBe(4);
});
