import { pipeline, type Readable, Transform } from 'node:stream';

interface SlowLimits {
  checkEveryMs: number;
  bytesPerCheck: number;
}

/**
 * Passes a file on and ends it with an error when its reader took fewer than `bytesPerCheck` bytes in
 * `checkEveryMs`. `onClose` runs once, when the file is closed in any way.
 */
export function endSlowDownloads(
  file: Readable,
  { checkEveryMs, bytesPerCheck }: SlowLimits,
  onClose: () => void,
): Readable {
  let bytes = 0;
  const passed = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      bytes += piece.byteLength;
      done(null, piece);
    },
  });
  const timer = setInterval(() => {
    if (bytes < bytesPerCheck) passed.destroy(new Error('The client reads too slowly.'));
    bytes = 0;
  }, checkEveryMs).unref();
  pipeline(file, passed, () => undefined);
  passed.once('close', () => {
    clearInterval(timer);
    onClose();
  });
  return passed;
}
