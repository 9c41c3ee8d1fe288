/** The token `--canvas` of each theme, for what no style sheet reaches; a test compares them. */
export const canvas = {
  light: 'oklch(0.962 0.009 80)',
  dark: 'oklch(0.172 0.03 268)',
} as const;
