import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { readAcceptedEncodings } from '../accepted-encodings.ts';

/** Types that compression makes smaller. Pictures, sounds and films are compressed already. */
const compressible =
  /^(?:text\/|image\/svg\+xml|application\/(?:json|javascript|xml|wasm|manifest\+json)\b|font\/(?:ttf|otf)|model\/)/;
/** Smaller files are as fast without it. */
const bytesMin = 1_024;

/** How a file is compressed while it is sent. */
export interface FileEncoding {
  /** As in `Content-Encoding`. */
  name: 'br' | 'gzip';
  /** Compresses a file. When it has ended, its place is free again. */
  compress(file: Readable): Readable;
  /** Gives back the place if nothing was compressed. */
  release(): void;
}

export const isCompressible = (contentType: string): boolean => compressible.test(contentType);

/**
 * Creates the function that chooses how a file is compressed. Only `atOnce` files are compressed at the same time,
 * because each needs memory while a client reads it; others are sent as they are.
 */
export function createFileCompression({ atOnce }: { atOnce: number }) {
  let running = 0;

  /** Null for a part of a file, a client that accepts no encoding, and when all places are taken. */
  return function chooseEncoding(
    request: Request,
    { contentType, bytes }: { contentType: string; bytes: number },
  ): FileEncoding | null {
    const { br, gzip } = readAcceptedEncodings(request.headers.get('Accept-Encoding'));
    const isPossible = isCompressible(contentType) && bytes >= bytesMin && running < atOnce;
    if (!isPossible || request.headers.has('Range') || !(br || gzip)) return null;
    running += 1;
    let [isTaken, isUsed] = [true, false];
    const giveBack = () => {
      if (isTaken) running -= 1;
      isTaken = false;
    };
    return {
      name: br ? 'br' : 'gzip',
      compress(file) {
        isUsed = true;
        const encoder = br ? createBrotli() : createGzip({ level: constants.Z_BEST_SPEED });
        // It destroys the file when the reader has left. An error of the file ends the answer.
        return pipeline(file, encoder, giveBack);
      },
      release() {
        if (!isUsed) giveBack();
      },
    };
  };
}

/** As pages are compressed: fast, and with little memory. */
const createBrotli = () =>
  createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
  });
