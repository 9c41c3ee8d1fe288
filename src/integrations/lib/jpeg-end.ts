/** The marker at the end of a JPEG. */
export const jpegEnd = Uint8Array.of(0xff, 0xd9);

/**
 * Whether a JPEG has no end marker, as some cameras and programs write it. Within the data of a picture no byte
 * follows 0xff that could be a marker, so the last one that begins data (0xffda) has an end marker behind it.
 */
export function lacksJpegEnd(picture: Uint8Array): boolean {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  return bytes.lastIndexOf(jpegEnd) < bytes.lastIndexOf(Uint8Array.of(0xff, 0xda));
}
