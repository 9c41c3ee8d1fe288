import type { Mail } from './mailer.ts';

interface Recipient {
  email: string;
  username: string;
}

/** The email with the link that changes the email address of an account to the one that gets it. */
export function createEmailChangeEmail(
  publicOrigin: string,
  { email, username, token }: Recipient & { token: string },
): Mail {
  return {
    to: email,
    subject: 'Confirm your new email for Guildhall',
    text: [
      `Hello ${username},`,
      '',
      'Open this link to use this email for your account. It works once, for an hour.',
      `${publicOrigin}/settings/account/email/confirm?token=${token}`,
      '',
      'If you did not ask for it, ignore this mail: nothing changes.',
    ].join('\n'),
  };
}

/** Tells the owner of an email address that somebody wants it for another account; the page does not say so. */
export function createEmailWantedEmail(publicOrigin: string, email: string): Mail {
  return {
    to: email,
    subject: 'You already have a Guildhall account',
    text: [
      'Somebody tried to use this email for another account at Guildhall, but it already has one.',
      '',
      'If it was you, log in to that account and change its email first:',
      `${publicOrigin}/login`,
      '',
      'If it was not you, ignore this mail: nothing has changed.',
    ].join('\n'),
  };
}

/** Tells the owner of an account that a change of its email address was requested. */
export function createEmailChangeRequestedEmail(
  publicOrigin: string,
  { email, username }: Recipient,
): Mail {
  return {
    to: email,
    subject: 'Your email for Guildhall is about to change',
    text: [
      `Hello ${username},`,
      '',
      'Somebody asked to use another email for your account. It changes when the link in the mail to the new email is opened.',
      '',
      'If it was not you, choose a new password. That stops the change and ends all sessions:',
      `${publicOrigin}/forgot-password`,
    ].join('\n'),
  };
}

/** Tells the former email address of an account that the account now has another one. */
export function createEmailChangedEmail(
  publicOrigin: string,
  { email, username }: Recipient,
): Mail {
  return {
    to: email,
    subject: 'Your email for Guildhall has changed',
    text: [
      `Hello ${username},`,
      '',
      `Your account at ${publicOrigin} now has another email. Mails no longer come to this one.`,
      '',
      'If it was not you, write to the people who run this site.',
    ].join('\n'),
  };
}
