import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { canvasColors } from './theme-colors.ts';

test('the theme colors are the same as in the style sheet', async () => {
  const tokens = await readFile('src/web/styles/tokens.css', 'utf8');
  expect(tokens).toContain(`--canvas: light-dark(${canvasColors.light}, ${canvasColors.dark});`);
});
