/** How soon a kind of notifications is mailed. */
export const mailFrequencies = ['at-once', 'daily', 'weekly'] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

/** What the settings offer for each kind. */
export const mailChoices = ['off', ...mailFrequencies] as const;
export type MailChoice = (typeof mailChoices)[number];

export const notificationMailConstants = {
  /** Each node looks this often for notifications that are due to be mailed. */
  sendEveryMs: 2_000,
  /** Accounts for which one run of a node makes mails. */
  accountsAtOnce: 200,
  /** Notifications of one mail. The rest is for the next. */
  perMailMax: 10_000,
  /** Notifications that one mail lists; then it says how many more there are. */
  listedMax: 50,
  /** Mails at once to one account in an hour. Later ones join the next mail. */
  atOncePerHour: 20,
  hourMs: 60 * 60_000,
  /** When digests are sent: minutes of the day in the account's time zone. */
  digestMinute: 8 * 60,
  /** The day of the weekly digest: Monday, with Sunday as 0. */
  digestWeekday: 1,
} as const;
