/** Age ratings that a form suggests. Editors can type others. */
export const ageRatings = [
  ...['3', '7', '12', '16', '18'].map((age) => `PEGI ${age}`),
  ...['0', '6', '12', '16', '18'].map((age) => `USK ${age}`),
  ...['Everyone', 'Everyone 10+', 'Teen', 'Mature 17+', 'Adults Only 18+'].map(
    (word) => `ESRB ${word}`,
  ),
];
