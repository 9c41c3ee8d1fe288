import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  accentThemes,
  describeAccentProblem,
  getContrast,
  surfaceColors,
  toAccentVariables,
} from './accent-colors.ts';

const color = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`);

it('measures contrast as WCAG 2 defines it', () => {
  expect(getContrast('#000000', '#ffffff')).toBe(21);
  expect(getContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it.each(accentThemes)('proposes a colour that it accepts, in the %s theme', (theme) => {
  fc.assert(
    fc.property(color, (chosen) => {
      const problem = describeAccentProblem(theme, chosen);
      if (problem === null) {
        for (const surface of surfaceColors[theme]) {
          expect(getContrast(chosen, surface)).toBeGreaterThanOrEqual(4.5);
        }
        return;
      }
      const [, nearest = ''] = /is (#[\da-f]{6})\.$/.exec(problem) ?? [];
      expect(describeAccentProblem(theme, nearest)).toBeNull();
    }),
  );
});

it.each(['red', '#fff', '#12345g', '#994a08;}', 'url(#x)'])('does not accept %s', (text) => {
  expect(describeAccentProblem('light', text)).toBe('Write a colour such as #994a08.');
});

it('needs a colour for both themes', () => {
  expect(toAccentVariables({ light: '#994a08', dark: '' })).toBeNull();
  expect(toAccentVariables({ light: '#994a08', dark: '#f9ba5f' })).toMatchObject({
    '--site-accent': 'light-dark(#994a08, #f9ba5f)',
  });
});

it('knows the surfaces of the style sheet', async () => {
  const tokens = await readFile('src/web/styles/tokens.css', 'utf8');
  for (const [at, name] of ['canvas', 'surface', 'raised', 'well'].entries()) {
    const found = new RegExp(
      `--${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`,
    ).exec(tokens);
    expect(found?.slice(1).map(toHex)).toEqual(
      accentThemes.map((theme) => surfaceColors[theme][at]),
    );
  }
});

/** Converts `oklch(l c h)` to sRGB, as CSS Color 4 defines it. */
function toHex(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.slice(6, -1).split(' ').map(Number);
  const [a, b] = [Math.cos, Math.sin].map((of) => chroma * of((hue * Math.PI) / 180)) as [
    number,
    number,
  ];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channels = linear.map((value) => {
    const inGamut = Math.min(1, Math.max(0, value));
    const encoded = inGamut <= 0.0031308 ? 12.92 * inGamut : 1.055 * inGamut ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
