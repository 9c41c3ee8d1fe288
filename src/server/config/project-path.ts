import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The absolute path of one of our own files, whatever folder the server was started in; this module
 * runs from src as well as from build.
 */
export function projectPath(name: string): string {
  root ??= findRoot(import.meta.dirname);
  return path.join(root, name);
}

let root: string | undefined;

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error('The server is not inside its project any more.');
  return findRoot(above);
}
