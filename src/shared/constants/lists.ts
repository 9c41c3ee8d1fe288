/** Lists with a choice of items per page, from 10 to 100. */
export const listConstants = {
  perPageMin: 10,
  perPageMax: 100,
  perPageChoices: [10, 20, 50, 100],
  searchMax: 100,
} as const;
