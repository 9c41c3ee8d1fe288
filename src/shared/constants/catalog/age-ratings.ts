/** The age ratings that a form suggests, each with its age in years. Editors can type others. */
export const ratingAges: Readonly<Record<string, number>> = {
  ...Object.fromEntries([3, 7, 12, 16, 18].map((age) => [`PEGI ${age}`, age])),
  ...Object.fromEntries([0, 6, 12, 16, 18].map((age) => [`USK ${age}`, age])),
  'ESRB Everyone': 0,
  'ESRB Everyone 10+': 10,
  'ESRB Teen': 13,
  'ESRB Mature 17+': 17,
  'ESRB Adults Only 18+': 18,
};

export const ageRatings = Object.keys(ratingAges);
