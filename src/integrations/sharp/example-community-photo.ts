/** Turns a drawn picture into a JPEG of this size, as a player would send it. */
export async function photoOf(drawn: Buffer, [width, height]: readonly [number, number]) {
  // Loaded here, because a server without the example community does not need it.
  const { default: sharp } = await import('sharp');
  return sharp(drawn, { density: 150 })
    .resize(width, height, { fit: 'cover' })
    .flatten()
    .jpeg({ quality: 85 })
    .toBuffer();
}
