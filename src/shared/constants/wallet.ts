export const topUpConstants = {
  balanceMaxCents: 100_000_00,
  topUpMinCents: 1_00,
  topUpMaxCents: 500_00,
  topUpChoicesCents: [5_00, 10_00, 20_00, 50_00, 100_00],
  /** The daily reward, once per calendar day (UTC). */
  dailyRewardCents: 20_00,
  /** What a new player has at the beginning. Guests get it when they register. */
  startingMoneyCents: 0,
} as const;

/** What an admin gives or takes at a time. */
export const adminMoneyConstants = { minCents: 1, maxCents: 1_000_00 } as const;

export const walletConstants = { pageSize: 20 } as const;
