/** A part of a mail. Below each other, with space between. */
export type MailBlock =
  | string
  | { list: readonly string[] }
  /** What a link is for, and where it leads. The most important links of a mail are buttons. */
  | { text: string; links: readonly MailLink[]; isMinor?: boolean };

export interface MailLink {
  label: string;
  url: string;
}

export interface Mail {
  site: MailSite;
  to: string;
  subject: string;
  /** The whole content, for programs that show no HTML. */
  text: string;
  blocks: readonly MailBlock[];
  /** Where one request without a login ends mails like this one (RFC 8058). */
  unsubscribeUrl?: string;
}

/** What mails say of the site, and how they look. */
export interface MailSite {
  /** Scheme and host of links. */
  origin: string;
  name: string;
  /** Who mails come from. Missing if it is what the configuration of the server says. */
  sender?: Pick<MailSender, 'address' | 'replyTo'>;
  /** The colour of buttons and links in each theme, as six digits after `#`; empty for that of the design. */
  accent: { light: string; dark: string };
}

/** Who mails come from. */
export interface MailSender {
  address: string;
  /** Where answers go instead; null if nowhere else. */
  replyTo: string | null;
  /** What operators should change, because mails may not arrive; null if nothing. */
  problem: string | null;
}

export interface Mailer {
  /** Whether mail can be delivered. If not, all email addresses count as confirmed. */
  readonly canDeliver: boolean;
  /** Who mails come from by the configuration (see `readMailSender`). Missing without a mail server. */
  readonly sender?: MailSender;
  /** Passes the mail on for delivery. @throws MailNotSentError if that failed; it can be tried again. */
  send(mail: Mail): Promise<void>;
  /** Rejects if the mail server does not accept a connection and the login. Missing without a mail server. */
  check?(): Promise<void>;
  /** Reads again which mail server admins have set. Missing if it never changes. */
  refresh?(): Promise<void>;
}
