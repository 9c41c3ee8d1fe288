export const writtenMailConstants = {
  pageSize: 20,
  /** How many mails a machine without a mail server keeps as files, the newest. */
  storedMax: 1_000,
} as const;
