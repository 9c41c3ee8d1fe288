export const profileConstants = {
  /** See `docs/product.md`, 12.2. */
  nameMax: 20,
  descriptionMax: 200,
  /** The nine bundled avatars. */
  pictures: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `profile${number}.webp`),
} as const;
