/** Guests without a request for 30 days are retired. */
export const guestConstants = { inactiveMs: 30 * 24 * 60 * 60 * 1000 } as const;
