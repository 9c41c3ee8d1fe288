export const themes = ['system', 'dark', 'light'] as const;
export const motions = ['system', 'reduced'] as const;
export const textSizes = ['normal', 'large', 'larger'] as const;
/** `browser`: as usual in the language of the browser. The others are English. */
export const dateFormats = [
  'browser',
  'month-day-year',
  'day-month-year',
  'year-month-day',
] as const;
/** `browser`: as usual in the language of the dates. */
export const clocks = ['browser', '12-hour', '24-hour'] as const;

/** The signs between thousands and before the decimals: 1,234.56, 1.234,56 or 1 234,56. */
export const numberFormats = ['comma-point', 'point-comma', 'space-comma'] as const;

export type NumberFormat = (typeof numberFormats)[number];
export type Theme = (typeof themes)[number];

/** How an account sees all pages. */
export interface Appearance {
  /** Null until the account chooses one: each browser has its own until then. */
  theme: Theme | null;
  motion: (typeof motions)[number];
  textSize: (typeof textSizes)[number];
  dateFormat: (typeof dateFormats)[number];
  clock: (typeof clocks)[number];
  numberFormat: NumberFormat;
  /** Items on a page of a list that lets readers choose. Null: each list has its own number. */
  itemsPerPage: number | null;
}
