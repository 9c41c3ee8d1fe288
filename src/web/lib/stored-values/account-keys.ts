/** The keys under which this browser stores values of an account. The names of drafts begin with the username. */
export const accountKeys = {
  draftPrefix: (name: string) => `draft:${name}`,
  /** `null` for a visitor, whose list stays when an account logs out. */
  viewedGames: (username: string | null) => (username === null ? 'viewed' : `viewed:${username}`),
  unsentPrefix: (username: string) => `unsent:${username}:`,
  playing: 'playing',
  rewardGreeted: 'reward-greeted',
};

/** Whether a key of `localStorage` or `sessionStorage` has a value of the account. */
export function isKeyOfAccount(key: string, username: string): boolean {
  return (
    key === accountKeys.viewedGames(username) ||
    key === accountKeys.playing ||
    key === accountKeys.rewardGreeted ||
    key.startsWith(accountKeys.draftPrefix(`${username}:`)) ||
    key.startsWith(accountKeys.unsentPrefix(username))
  );
}

/** Whether a key has a text that the account wrote and did not send. */
export function isUnsentText(key: string, username: string): boolean {
  return (
    key.startsWith(accountKeys.draftPrefix(`${username}:`)) ||
    key.startsWith(accountKeys.unsentPrefix(username))
  );
}
