/** The metadata field by which a Guildhall marks the pictures of its players at an external file service. */
export const uploaderField = 'guildhall_uploader';

/** The type of all files that we make of pictures. */
const storedKind = 'image/webp';

interface SentFile {
  /** Null for an upload that a program has signed. */
  userId: string | null;
  metadata: Record<string, string>;
  /** Type and size of the file that was sent. */
  kind: string;
  bytes: number;
  /** The size of the file that its URL serves; null when an external file service has it. */
  storedBytes: number | null;
}

/**
 * Whether a file is in no gallery: a program signed its upload, and it is no picture of a player of another
 * Guildhall, whose gallery shows it.
 */
export function isProgramFile({
  userId,
  metadata,
}: Pick<SentFile, 'userId' | 'metadata'>): boolean {
  return userId === null && !(uploaderField in metadata);
}

/** Type and size in the record of a file: of a program's file those of what its URL serves, else those of what was sent. */
export function describeFile(file: SentFile): { kind: string; bytes: number } {
  const { kind, bytes, storedBytes } = file;
  if (storedBytes === null || !isProgramFile(file)) return { kind, bytes };
  return { kind: storedKind, bytes: storedBytes };
}
