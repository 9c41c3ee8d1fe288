export const usernameConstants = {
  min: 3,
  /** Username input limited to 20 characters. */
  max: 20,
} as const;

export const passwordConstants = { min: 8, max: 128 } as const;

export const emailConstants = { max: 254 } as const;
