/** The design token `--canvas` of each theme, for places without CSS. A test compares them with the CSS. */
export const canvasColors = {
  light: 'oklch(0.962 0.009 80)',
  dark: 'oklch(0.172 0.03 268)',
} as const;
