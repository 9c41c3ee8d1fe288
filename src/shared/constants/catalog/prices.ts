export const priceConstants = {
  /** What a game costs until the configuration or an admin says otherwise. */
  defaultCents: 9_99,
  maxCents: 10_000_00,
  /** How long a sale lasts at most. */
  saleDaysMax: 365,
  /** Groups for whose members a game has a price. */
  groupPricesMax: 50,
  /** How many sales of a game may be running or to come. */
  salesToComeMax: 20,
  /** How far ahead a sale may start, in days. */
  saleAheadDaysMax: 730,
  /** How long a process assumes that no game has a price of its own, unless it is told otherwise. */
  freshMs: 60_000,
} as const;
