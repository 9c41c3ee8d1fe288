import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = 'build/server';
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.js'),
);

test('the build of the server is in ASCII', () => {
  expect(scripts).toContain('main.js');
  for (const file of scripts) {
    const bytes = readFileSync(`${folder}/${file}`);
    expect([file, bytes.every((byte) => byte < 0x80)]).toEqual([file, true]);
  }
});

test('the build of the server is without the React for development', () => {
  // The text of a warning that only this variant has.
  const warning = 'should have a unique "key" prop';
  const file = 'node_modules/react-dom/cjs/react-dom-server.node.development.js';
  expect(readFileSync(file, 'utf8')).toContain(warning);
  const files = scripts.filter((file) =>
    readFileSync(`${folder}/${file}`, 'utf8').includes(warning),
  );
  expect(files).toEqual([]);
});
