export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The name of the sender: that of the site. */
  from?: string;
  /** Where one request without a login ends mails like this one (RFC 8058). */
  unsubscribeUrl?: string;
}

/** What mails say of the site. */
export interface MailSite {
  /** Scheme and host of links. */
  origin: string;
  name: string;
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
  /** Who mails come from. Missing without a mail server. */
  readonly sender?: MailSender;
  /** Passes the mail on for delivery. @throws Error if that failed; it can be tried again. */
  send(mail: Mail): Promise<void>;
  /** Rejects if the mail server does not accept a connection and the login. Missing without a mail server. */
  check?(): Promise<void>;
}
