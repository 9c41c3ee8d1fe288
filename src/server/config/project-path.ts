import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The absolute path of a file of the project. It does not depend on the working directory or on whether
 * this module runs from src or from build.
 */
export function projectPath(name: string): string {
  root ??= findRoot(import.meta.dirname);
  return path.join(root, name);
}

let root: string | undefined;

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('No package.json was found above the server code.');
  return findRoot(parent);
}
