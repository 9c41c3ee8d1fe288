import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressResponse } from './compress-response.ts';

const short = '<!DOCTYPE html><p>Ada’s é 🎴 page</p>';
/** More bytes than the buffer that pages share. */
const long = `<!DOCTYPE html>${'…'.repeat(200_000)}`;

async function compress(html: string, encoding: string) {
  const request = new Request('http://localhost/', { headers: { 'Accept-Encoding': encoding } });
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  return compressResponse(request, new Response(null, { headers }), headers, html);
}

test('pages that are compressed one after the other arrive whole', async () => {
  const pages = [long, short, `${short} and more`, short];
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    // All are compressed before the first is read.
    const responses = await Promise.all(pages.map((page) => compress(page, encoding)));
    const bodies = responses.map(async (response) =>
      decompress(Buffer.from(await response.arrayBuffer())).toString(),
    );
    expect(await Promise.all(bodies)).toEqual(pages);
    expect(responses.map(({ headers }) => headers.get('Content-Encoding'))).toEqual(
      pages.map(() => encoding),
    );
  }
});

test('a client that accepts no compression gets the text', async () => {
  const response = await compress(short, 'identity');
  expect(response.headers.get('Content-Encoding')).toBeNull();
  expect(await response.text()).toBe(short);
});
