/** A colour as lightness (0 to 1), chroma (0 to about 0.3) and hue (degrees) in OKLCH. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/**
 * Converts an OKLCH colour to hex. Palettes use OKLCH so that colours of different hues look
 * equally light. Pictures use hex because not every SVG renderer supports `oklch()`. Colours
 * outside sRGB lose chroma until they fit.
 */
export function hex([lightness, chroma, hue]: Oklch): string {
  for (let c = chroma; c > 0; c -= 0.005) {
    const rgb = toRgb(lightness, c, hue);
    if (rgb.every((v) => v >= -0.0005 && v <= 1.0005)) return format(rgb);
  }
  return format(toRgb(lightness, 0, hue));
}

function toRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function gamma(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function format(rgb: readonly number[]): string {
  const byte = (v: number) => Math.round(Math.min(1, Math.max(0, v)) * 255);
  return `#${rgb.map((v) => byte(v).toString(16).padStart(2, '0')).join('')}`;
}
