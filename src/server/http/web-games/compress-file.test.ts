import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createFileCompression } from './compress-file.ts';

const request = new Request('https://games.example/a.js', {
  headers: { 'Accept-Encoding': 'gzip' },
});
const file = { contentType: 'text/javascript; charset=utf-8', bytes: 5_000 };

test('only some files are compressed at once; a place is free when one was sent, given up or failed', async () => {
  const choose = createFileCompression({ atOnce: 3 });
  const [first, second, third] = [
    choose(request, file),
    choose(request, file),
    choose(request, file),
  ];
  expect([first?.name, second?.name, third?.name]).toEqual(['gzip', 'gzip', 'gzip']);
  expect(choose(request, file)).toBeNull();
  const content = 'x'.repeat(5_000);
  const packed = first?.compress(Readable.from([content])) ?? Readable.from([]);
  first?.release();
  expect(choose(request, file)).toBeNull();
  expect(String(gunzipSync(Buffer.concat(await packed.toArray())))).toBe(content);
  second?.release();
  second?.release();
  const source = Readable.from([content]);
  const left = third?.compress(source);
  left?.destroy();
  await expect.poll(() => source.destroyed).toBe(true);
  const again = [1, 2, 3, 4].map(() => choose(request, file)?.name ?? null);
  expect(again).toEqual(['gzip', 'gzip', 'gzip', null]);
});

test('a file that cannot be read ends the answer with an error', async () => {
  const broken = Readable.from(
    (async function* () {
      yield 'x';
      throw new Error('disk');
    })(),
  );
  const packed = createFileCompression({ atOnce: 1 })(request, file)?.compress(broken);
  await expect(text(packed ?? Readable.from([]))).rejects.toThrow();
});
