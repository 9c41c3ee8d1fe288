/** What a picture may be sent as, told by its content and never by its name. */
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;

export type ImageType = (typeof imageTypes)[number];

/** Whether a type by content is one of them. */
export function isImageType(kind: string): kind is ImageType {
  return (imageTypes as readonly string[]).includes(kind);
}
