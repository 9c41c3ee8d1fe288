/** What replaces a text that its author removed with the account. */
export const removedText = 'Removed by its author.';

/** What replaces a chat message that a moderator deleted. */
export const removedByModeratorText = 'Removed by a moderator.';

/** What replaces a chat message while it is hidden. */
export const hiddenByModeratorText = 'Hidden by a moderator.';

/** The erasure of deleted accounts. */
export const erasureConstants = {
  /** After this time no request is running that began before the deletion. */
  secondRunMs: 60 * 60 * 1000,
  accountsPerRun: 100,
} as const;
