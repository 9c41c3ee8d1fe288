export const gameplayConstants = {
  /** The number of steps of the progress bar in a play cycle. */
  stepsPerCycle: 100,
  /** A card can be awarded this long before its cycle is full. The next cycle is not shorter because of it. */
  earlyAwardToleranceMs: 500,
  /** A play session has ended this long after the last request of its page. */
  endAfterIdleMs: 10 * 60 * 1000,
  /**
   * If the play page sent no other request for this long, it sends a keep-alive. Far below `endAfterIdleMs`,
   * because the timers of hidden tabs are slow.
   */
  keepAliveMs: 60 * 1000,
  /** After this many cards of a game without a legendary one, the chance of a legendary card begins to rise. */
  rareStreak: 60,
  /** The number of the card of a game, counted from the last legendary one, that is legendary for certain. */
  longestStreak: 120,
  /** The draws on a page of the drop log. */
  drawsPerPage: 20,
  /** The newest cards of a session that are shown. */
  sessionCardsMax: 60,
} as const;
