/** The forms of dates in files of spreadsheets. */
export const dateForms = ['year-first', 'day-first', 'month-first'] as const;
export type DateForm = (typeof dateForms)[number];

/** How a form names them. */
export const dateFormNames: Record<DateForm, string> = {
  'year-first': 'Year first: 2026-11-24',
  'day-first': 'Day first: 24.11.2026 or 24/11/2026',
  'month-first': 'Month first: 11/24/2026',
};
