import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { canvas } from './theme-colors.ts';

test('browsers paint their bars as the style sheet paints the page', async () => {
  const tokens = await readFile('src/web/styles/tokens.css', 'utf8');
  expect(tokens).toContain(`--canvas: light-dark(${canvas.light}, ${canvas.dark});`);
});
