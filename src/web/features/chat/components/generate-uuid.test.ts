import { webcrypto } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { generateUuid } from './generate-uuid.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('ids are different UUIDs of version 4, also over http, where randomUUID does not exist', () => {
  const ids = [generateUuid(), generateUuid()];
  const getRandomValues = webcrypto.getRandomValues.bind(webcrypto);
  vi.stubGlobal('crypto', { getRandomValues });
  ids.push(generateUuid(), generateUuid());
  expect(new Set(z.array(z.uuidv4()).parse(ids)).size).toBe(4);
});
