export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Whether mail reaches people. Without it addresses count as confirmed. */
  readonly delivers: boolean;
  /** Hands the mail on; a failure is logged by the mailer and never reaches the one who asked. */
  send(mail: Mail): Promise<void>;
}
