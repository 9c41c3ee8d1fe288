import { readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { administrationErrors } from '#shared/errors/administration.ts';

const folder = 'build/client/static/js';

/** The browser scripts that contain text that matches `pattern`. */
async function scriptsWith(pattern: RegExp): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(names.length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const name of names) {
    if (pattern.test(await readFile(`${folder}/${name}`, 'utf8'))) found.push(name);
  }
  return found;
}

// The patterns are names inside the libraries that no build renames.
test('no browser script contains the validation library, which only the server needs', async () => {
  expect(await scriptsWith(/\b_zod\b|ZodError/)).toEqual([]);
});

test('no browser script contains the database library, which only use cases need', async () => {
  expect(await scriptsWith(/drizzle:/)).toEqual([]);
});

interface ManifestRoute {
  parentId?: string;
  /** Paths of scripts. */
  module: string;
  imports?: string[];
}

interface Manifest {
  url: string;
  entry: { module: string; imports: string[] };
  routes: Record<string, ManifestRoute>;
}

/** What the router's manifest says about the scripts of each page. */
async function readManifest(): Promise<Manifest> {
  const [name] = (await readdir('build/client/static')).filter((file) =>
    /^manifest-\w+\.js$/.test(file),
  );
  const script = await readFile(`build/client/static/${name}`, 'utf8');
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
}

/** The compressed size of the scripts that a page loads at first, in KB. */
async function scriptKilobytes(manifest: Manifest, page: string): Promise<number> {
  const sizes = await Promise.all(
    [...scriptsOf(manifest, page)].map(
      async (script) => (await stat(`build/client${script}.br`)).size,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** The paths of the scripts that a page loads at first. */
function scriptsOf({ url, entry, routes }: Manifest, page: string): Set<string> {
  const scripts = new Set([url, entry.module, ...entry.imports]);
  for (let id: string | undefined = page; id !== undefined; id = routes[id]?.parentId) {
    const route = routes[id];
    if (!route) throw new Error(`There is no route ${id}.`);
    for (const script of [route.module, ...(route.imports ?? [])]) scripts.add(script);
  }
  return scripts;
}

const administrationText = administrationErrors['setting-change-gone'].text;

// About 1% above the size when this was written. A page that grows for a good reason gets a larger budget.
// 0.4 KB of each page delete at a logout what the account stored in the browser, and 0.2 KB tell moderators and admins
// that their role needs a second factor. 0.4 KB keep each page working after a translator of the browser has changed its
// texts, and 0.1 KB say why a script was not loaded. The names of all routes are in each page.
test.each([
  ['catalog/routes/shop', 129.8],
  ['catalog/routes/game-info', 148.5],
  ['catalog/routes/publisher', 126.4],
  ['shell/routes/about', 134.4],
  ['market/routes/market', 139.5],
  ['discussions/routes/discussion', 144.5],
  ['profiles/routes/profile', 144.6],
])('the scripts of %s have at most %s KB', async (page, budget) => {
  const manifest = await readManifest();
  const size = await scriptKilobytes(manifest, `features/${page}`);
  expect(size).toBeGreaterThan(90);
  expect(size).toBeLessThanOrEqual(budget);
  // The texts of all errors: a page imports those of its subject.
  for (const script of scriptsOf(manifest, `features/${page}`))
    expect(await readFile(`build/client${script}`, 'utf8')).not.toContain(administrationText);
});
