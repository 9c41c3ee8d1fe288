/** Reads a stream to its end. With few chunks this is several times faster than through a `Response`. */
export async function readWholeStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
  }
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
}
