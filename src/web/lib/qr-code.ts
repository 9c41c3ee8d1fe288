import { encode } from 'uqr';

/** A QR code as a path of squares, each one unit wide. */
export interface QrCode {
  /** How many squares it is wide, with its quiet zone. */
  size: number;
  path: string;
}

/** Draws a QR code, on the server: the library is not sent to the browser. */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.flatMap((row, y) =>
    // Squares beside each other are one rectangle, because a page can have hundreds of codes.
    [
      ...row
        .map((isDark) => (isDark ? 1 : 0))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  return { size, path: rows.join('') };
}
