export const profileConstants = {
  /** See `docs/product.md`, 12.2. */
  nameMax: 20,
  descriptionMax: 200,
  /** The nine bundled avatars. */
  pictures: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `profile${number}.webp`),
} as const;

/** Frames of the avatar on the profile, with the level that unlocks each. */
export const profileFrames = { slate: 1, green: 3, blue: 5, violet: 8, gold: 12 } as const;
export type ProfileFrame = keyof typeof profileFrames;

/** Colours of the profile's banner, with the level that unlocks each. */
export const profileColors = {
  ember: 2,
  verdigris: 4,
  sapphire: 6,
  amethyst: 10,
  sun: 15,
} as const;
export type ProfileColor = keyof typeof profileColors;
