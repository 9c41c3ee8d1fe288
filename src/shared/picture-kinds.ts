/** What a picture may be sent as, told by its content and never by its name. */
export const pictureKinds = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;

export type PictureKind = (typeof pictureKinds)[number];

/** Whether a type by content is one of them. */
export function isPictureKind(kind: string): kind is PictureKind {
  return (pictureKinds as readonly string[]).includes(kind);
}
