/** The accepted types of pictures. The type is detected from the content, never from the name. */
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;

export type ImageType = (typeof imageTypes)[number];

/** Whether a detected type is accepted. */
export function isImageType(type: string): type is ImageType {
  return (imageTypes as readonly string[]).includes(type);
}
