import { open } from 'node:fs/promises';

/** Writes the names in a folder to the disk, so that a power failure does not undo a rename. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
