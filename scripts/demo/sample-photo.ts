import sharp from 'sharp';

/** A picture as a player would send it, of one that our own script drew. */
export async function photoOf(drawn: Buffer, [width, height]: readonly [number, number]) {
  return sharp(drawn, { density: 150 })
    .resize(width, height, { fit: 'cover' })
    .flatten()
    .jpeg({ quality: 85 })
    .toBuffer();
}
