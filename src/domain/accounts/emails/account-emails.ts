import type { Mail } from './mailer.ts';

/** The email with the link that confirms a new account's email address. */
export function createConfirmationEmail(
  publicOrigin: string,
  { email, username, token }: { email: string; username: string; token: string },
): Mail {
  return {
    to: email,
    subject: 'Confirm your email for Guildhall',
    text: [
      `Welcome, ${username}!`,
      '',
      'Open this link to confirm your email. It works once, for an hour.',
      `${publicOrigin}/confirm?token=${token}`,
      '',
      'If you did not register, ignore this mail.',
    ].join('\n'),
  };
}

/** Tells the owner of an email address that somebody tried to register with it; the page does not say so. */
export function createEmailTakenEmail(publicOrigin: string, email: string): Mail {
  return {
    to: email,
    subject: 'You already have a Guildhall account',
    text: [
      'Somebody tried to register at Guildhall with this email, but it already has an account.',
      '',
      'If it was you, log in, or choose a new password here:',
      `${publicOrigin}/forgot-password`,
      '',
      'If it was not you, ignore this mail: nothing has changed.',
    ].join('\n'),
  };
}

/** The email with the link that sets a new password. */
export function createPasswordResetEmail(
  publicOrigin: string,
  { email, username, token }: { email: string; username: string; token: string },
): Mail {
  return {
    to: email,
    subject: 'Choose a new password for Guildhall',
    text: [
      `Hello ${username},`,
      '',
      'Open this link to choose a new password. It works once, for an hour.',
      `${publicOrigin}/reset-password?token=${token}`,
      '',
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ].join('\n'),
  };
}
