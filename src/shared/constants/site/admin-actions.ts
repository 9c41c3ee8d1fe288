/** What can be in the admin log. */
export const adminActions = [
  'set-price',
  'add-sale',
  'end-sale',
  'create-game',
  'edit-game',
  'hide-game',
  'show-game',
  'hide-games',
  'show-games',
  'move-game',
  'change-game-pictures',
  'change-card-set',
  'import-games',
  'add-game-keys',
  'remove-game-keys',
  'require-game-keys',
  'end-game-keys',
  'set-game-links',
  'start-job',
  'send-test-mail',
  'retry-mails',
  'download-backup',
  'add-download',
  'replace-download',
  'edit-download',
  'move-download',
  'hide-download',
  'show-download',
  'remove-download',
  'set-web-game',
  'remove-web-game',
  'add-filter',
  'edit-filter',
  'remove-filter',
  'remove-examples',
  'make-codes',
  'withdraw-codes',
] as const;

export type AdminAction = (typeof adminActions)[number];

export const adminLogConstants = {
  pageSize: 20,
  pageMax: 500,
  /** How many of the newest entries a search for words reads. */
  searchedMax: 100_000,
} as const;
