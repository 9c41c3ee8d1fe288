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
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join('') };
}
