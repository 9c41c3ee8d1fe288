/**
 * Reads and drops the rest of a body until about `bytesMax` bytes: clients read a response only
 * after they have sent everything, and can use the connection again. Returns whether the body has
 * ended.
 * @throws what `chunks` throws.
 */
export async function drainBody(
  chunks: AsyncIterable<{ byteLength: number }>,
  bytesMax: number,
): Promise<boolean> {
  if (bytesMax <= 0) return false;
  let bytes = 0;
  for await (const { byteLength } of chunks) {
    bytes += byteLength;
    if (bytes >= bytesMax) return false;
  }
  return true;
}
