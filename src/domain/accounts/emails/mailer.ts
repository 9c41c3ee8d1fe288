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

export interface Mailer {
  /** Whether mail can be delivered. If not, all email addresses count as confirmed. */
  readonly canDeliver: boolean;
  /** Passes the mail on for delivery. @throws Error if that failed; it can be tried again. */
  send(mail: Mail): Promise<void>;
  /** Rejects if the mail server does not accept a connection and the login. Missing without a mail server. */
  check?(): Promise<void>;
}
