import type { Mail } from './mailer.ts';

/** Changes of second factors and passkeys of which the owner is told by mail, with the subject and the first sentence. */
const changes = {
  'totp-added': [
    'An authenticator app was added to your Guildhall account',
    'An authenticator app was added. From now on each login asks for a code too.',
  ],
  'totp-removed': [
    'The authenticator app of your Guildhall account was removed',
    'Your authenticator app was removed. Logins no longer ask for its codes.',
  ],
  'recovery-codes-renewed': [
    'New recovery codes for your Guildhall account',
    'New recovery codes were created. The earlier ones no longer work.',
  ],
  'recovery-code-used': [
    'A recovery code of your Guildhall account was used',
    'A recovery code was used. It no longer works.',
  ],
  'passkey-added': [
    'A passkey was added to your Guildhall account',
    'A passkey was added. It logs in without your password.',
  ],
  'passkey-removed': [
    'A passkey of your Guildhall account was removed',
    'A passkey was removed. It no longer logs in.',
  ],
  'factors-removed': [
    'Two-factor authentication was removed from your Guildhall account',
    'An operator of this site removed your authenticator app, recovery codes and passkeys. From now on your password alone logs you in.',
  ],
  'sign-on-added': [
    'Single sign-on was added to your Guildhall account',
    'An identity was added with which you can log in by single sign-on.',
  ],
  'sign-on-removed': [
    'Single sign-on was removed from your Guildhall account',
    'An identity was removed. It can no longer log in by single sign-on.',
  ],
} as const;

export type FactorChange = keyof typeof changes;

/** Whether a mail tells of a change of second factors. */
export function isFactorChange(kind: string): kind is FactorChange {
  return kind in changes;
}

/** The mail to the owner of an account about a change of its second factors. */
export function createFactorEmail(
  publicOrigin: string,
  kind: FactorChange,
  { email, username }: { email: string; username: string },
): Mail {
  const [subject, text] = changes[kind];
  return {
    to: email,
    subject,
    text: [
      `Hello ${username},`,
      '',
      text,
      '',
      'If it was not you, choose a new password and look through your sign-in settings:',
      `${publicOrigin}/forgot-password`,
      `${publicOrigin}/settings/security`,
    ].join('\n'),
  };
}

/** The mail to somebody who wants to reset the password of an account that has single sign-on instead of one. */
export function createNoPasswordEmail(
  publicOrigin: string,
  { email, username }: { email: string; username: string },
): Mail {
  return {
    to: email,
    subject: 'Your Guildhall account has no password',
    text: [
      `Hello ${username},`,
      '',
      'Somebody, probably you, asked for a new password. Your account has none: you log in by single sign-on.',
      'After a login you can set a password in the settings.',
      '',
      `${publicOrigin}/login`,
      `${publicOrigin}/settings/account/password`,
    ].join('\n'),
  };
}
