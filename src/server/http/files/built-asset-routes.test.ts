import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAssetRoutes } from './built-asset-routes.ts';

/** The routes over a folder with one script, and a function that adds a file to it. */
async function open() {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'static'));
  const write = (name: string, text: string) => writeFile(path.join(folder, 'static', name), text);
  await write('main.js', 'plain');
  const routes = createAssetRoutes(folder);
  const get = async (name: string, encoding = 'identity') => {
    const headers = { 'Accept-Encoding': encoding };
    const response = await routes.request(`/static/${name}`, { headers });
    return `${response.status} ${await response.text()}`;
  };
  return { write, get };
}

test.each(['none.js', 'none.js.br', 'none.js.gz', 'none.br.br'])(
  'the name %s, which a client invented, is not kept in memory',
  async (name) => {
    const { write, get } = await open();
    expect(await get(name)).toBe('404 Not found.');
    await write(name, 'found');
    expect(await get(name)).toBe('200 found');
  },
);

test('that a file has no compressed variant is kept, so that it is not looked for each time', async () => {
  const { write, get } = await open();
  expect(await get('main.js', 'br')).toBe('200 plain');
  await write('main.js.br', 'compressed');
  expect(await get('main.js', 'br')).toBe('200 plain');
});
