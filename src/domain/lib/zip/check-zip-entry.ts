import type { Entry } from 'yauzl';
import type { ZipLimits, ZipRules } from './zip-rules.ts';

/** Files that systems add to zips, and that nobody needs. */
const ignored = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;
/** Control characters, and those that file names of some system cannot have. A colon also names a drive. */
const forbidden = /[\p{Cc}\\:*?"<>|]/u;

/** Kinds of files in the upper half of the external attributes, as Unix writes them. */
const [kindMask, regularFile, folder] = [0o170000, 0o100000, 0o040000];
/** In the lower half, as Windows writes them. */
const [windowsFolder, windowsLink] = [0x10, 0x400];
/** Bits of the flags: encrypted, with hidden headers. The library itself refuses strong encryption. */
const encryptionFlags = 0x1 | 0x2000;
const [stored, deflated] = [0, 8];

/**
 * Checks the name and the kind of an entry of a zip. Returns the path of its file, in the normal form of Unicode;
 * null for a folder, and for a file that is left out.
 * @throws AppError of the rules.
 */
export function checkZipEntry(entry: Entry, { limits, createError }: ZipRules): string | null {
  const raw = decodeName(entry.fileNameRaw);
  if (raw === null) throw createError('encoding');
  const isFolder = raw.endsWith('/');
  const name = isFolder ? raw.slice(0, -1) : raw;
  if (!isSafePath(name, limits)) throw createError('name', toVisible(raw));
  if (isSpecial(entry.externalFileAttributes, isFolder)) throw createError('special', name);
  if ((entry.generalPurposeBitFlag & encryptionFlags) !== 0) throw createError('encrypted', name);
  if (isFolder || ignored.test(name)) return null;
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
    throw createError('compression', name);
  return name.normalize('NFC');
}

function decodeName(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isSafePath(path: string, { pathMax, depthMax }: ZipLimits): boolean {
  const segments = path.split('/');
  return (
    path.length <= pathMax &&
    segments.length <= depthMax + 1 &&
    !forbidden.test(path) &&
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}

/** Whether an entry is a link, a device or the like, or says that it is a folder and a file. */
function isSpecial(attributes: number, isFolder: boolean): boolean {
  const kind = (attributes >>> 16) & kindMask;
  if ((attributes & windowsLink) !== 0) return true;
  if (isFolder) return kind !== 0 && kind !== folder;
  return (kind !== 0 && kind !== regularFile) || (attributes & windowsFolder) !== 0;
}

const toVisible = (name: string) => name.replace(/\p{C}/gu, '?');
