export const accentThemes = ['light', 'dark'] as const;
export type AccentTheme = (typeof accentThemes)[number];

/** WCAG AA for text. */
export const contrastMin = 4.5;

/** The surfaces below text, as in `tokens.css`; a test compares them. */
export const surfaceColors: Record<AccentTheme, readonly string[]> = {
  light: ['#f6f2ec', '#fdfbf7', '#ffffff', '#eee9e1'],
  dark: ['#0a0f1d', '#121829', '#1b2336', '#060914'],
};

/** The text on buttons in the accent colour. */
export const buttonTextColors: Record<AccentTheme, string> = { light: '#ffffff', dark: '#060914' };

/** How much of the accent colour is in the background of the current entry of a navigation. */
const washShare = 0.12;

type Rgb = readonly [red: number, green: number, blue: number];

function parseColor(color: string): Rgb | null {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(color) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

const formatColor = (rgb: Rgb) =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** A mixture of two colours; `share` is that of the second one. */
function mixColors(one: string, other: string, share: number): string {
  const [from, to] = [parseColor(one), parseColor(other)];
  if (!from || !to) throw new Error(`${one} or ${other} is no colour`);
  const mix = (at: 0 | 1 | 2) => from[at] * (1 - share) + to[at] * share;
  return formatColor([mix(0), mix(1), mix(2)]);
}

/** The relative luminance by WCAG 2. */
function getLuminance(color: string): number {
  const rgb = parseColor(color);
  if (!rgb) throw new Error(`${color} is no colour`);
  const toLinear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2]);
}

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function getContrast(one: string, other: string): number {
  const [darker, lighter] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

const getWash = (theme: AccentTheme, color: string) =>
  mixColors(surfaceColors[theme][1] ?? '', color, washShare);

/** The lowest contrast of the colour as text, and of the text on its buttons. */
function measureAccent(theme: AccentTheme, color: string) {
  const below = [...surfaceColors[theme], getWash(theme, color)];
  return {
    text: Math.min(...below.map((surface) => getContrast(color, surface))),
    button: getContrast(buttonTextColors[theme], color),
  };
}

function isReadable(theme: AccentTheme, color: string): boolean {
  const { text, button } = measureAccent(theme, color);
  return Math.min(text, button) >= contrastMin;
}

/** The first colour that can be read on the way to black, in the dark theme to white. */
function findReadableColor(theme: AccentTheme, color: string): string {
  const end = theme === 'light' ? '#000000' : '#ffffff';
  for (let percent = 1; percent < 100; percent += 1) {
    const candidate = mixColors(color, end, percent / 100);
    if (isReadable(theme, candidate)) return candidate;
  }
  return end;
}

/** Why a colour cannot be the accent colour of a theme, with the nearest one that can; null if it can. */
export function describeAccentProblem(theme: AccentTheme, color: string): string | null {
  if (!parseColor(color)) return 'Write a colour such as #994a08.';
  if (isReadable(theme, color)) return null;
  const { text, button } = measureAccent(theme, color);
  // Rounded down: 4.49 is not 4.5.
  const show = (contrast: number) => (Math.floor(contrast * 100) / 100).toFixed(2);
  return `Its contrast is ${show(text)} as text and ${show(button)} on buttons; both must be at least ${contrastMin}. The nearest colour that can be read is ${findReadableColor(theme, color)}.`;
}

/** The values of the CSS variables for the accent colours; null for those of the design. */
export function toAccentVariables({
  light,
  dark,
}: Record<AccentTheme, string>): Record<`--site-${string}`, string> | null {
  if (light === '' || dark === '') return null;
  const both = (ofLight: string, ofDark: string) => `light-dark(${ofLight}, ${ofDark})`;
  return {
    '--site-accent': both(light, dark),
    '--site-accent-strong': both(
      mixColors(light, '#000000', 0.15),
      mixColors(dark, '#ffffff', 0.2),
    ),
    '--site-on-accent': both(buttonTextColors.light, buttonTextColors.dark),
    '--site-accent-wash': both(getWash('light', light), getWash('dark', dark)),
    '--site-glow': both(`${light}26`, `${dark}2e`),
  };
}
