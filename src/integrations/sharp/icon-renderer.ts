/** Icons are small: a logo that takes longer was made to do so. */
const timeout = { seconds: 10 };
/** More than any stored logo has. */
const pixelsMax = 4_096 * 4_096;

export interface IconSource {
  picture: Uint8Array;
  /** The colour behind transparent parts; null keeps them. */
  background: string | null;
  /** How much of the side the picture takes, 0 to 1. */
  share?: number;
}

/**
 * Renders a square PNG of a logo. Only stored logos, which the server has made itself, and the bundled SVG may be
 * passed, because they are trusted.
 */
export async function renderIcon(
  { picture, background, share = 1 }: IconSource,
  side: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // It takes 26 MB, and many servers need it rarely.
  const { default: sharp } = await import('sharp');
  const inner = Math.round(side * share);
  const edge = Math.floor((side - inner) / 2);
  const rest = side - inner - edge;
  const icon = sharp(picture, { limitInputPixels: pixelsMax, pages: 1 })
    .timeout(timeout)
    .resize(inner, inner, { fit: 'contain', background: '#0000' })
    .extend({
      top: edge,
      left: edge,
      bottom: rest,
      right: rest,
      background: background ?? '#0000',
    });
  const png = await (background === null ? icon : icon.flatten({ background }))
    .png({ compressionLevel: 9 })
    .toBuffer();
  return new Uint8Array(png);
}

/** The ICO file of a square PNG, which all browsers read in it. */
export function toIco(png: Uint8Array, side: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(22);
  // The type of the file and the number of pictures, then the picture: its size, planes, bits, length and place.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return new Uint8Array(Buffer.concat([header, png]));
}
