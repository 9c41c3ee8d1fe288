/** The mail server did not take a mail. The message says why in words, without addresses. */
export class MailNotSentError extends Error {}
