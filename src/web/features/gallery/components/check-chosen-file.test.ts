import { expect, test } from 'vitest';
import { formatFileSize } from '#shared/format/file-size.ts';
import { checkChosenFile } from './check-chosen-file.ts';

const fileOf = (bytes: number, type: string) => {
  const file = new File(['x'], 'picture', { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

test('pictures of up to 50 MB are accepted, also when the system does not know their type', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp', '']) {
    expect(checkChosenFile(fileOf(50_000_000, type))).toBeNull();
  }
});

test('other files are rejected with the reason', () => {
  expect(checkChosenFile(fileOf(50_000_001, 'image/png'))).toMatch(/50 MB at most/);
  expect(checkChosenFile(fileOf(0, 'image/png'))).toBe('This file is empty.');
  expect(checkChosenFile(fileOf(10, 'text/html'))).toMatch(/picture/i);
});

test.each([
  [1, '1 KB'],
  [999_499, '999 KB'],
  [1_000_000, '1.0 MB'],
  [30_040_000, '30.0 MB'],
])('a file of %i bytes is shown as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
