import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const written =
  /case '([a-z-]+)'|'intent'\) [!=]== '([a-z-]+)'|\bintent [!=]== '([a-z-]+)'|name="intent" value="([a-z-]+)"|\bintent="([a-z-]+)"/g;

/** The files of a web feature that a file imports, itself included. */
function listFiles(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.tsx?)'/g))
    listFiles(path.join(path.dirname(file), name), found);
  return found;
}

/** The intents of the forms of a route, as its source names them, and '' for a form without one. */
export function listIntents(routeFile: string): string[] {
  const intents = [...listFiles(routeFile)].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(written)].flatMap((match) =>
      match.slice(1).filter((intent) => intent !== undefined),
    ),
  );
  return [...new Set(['', ...intents])];
}
