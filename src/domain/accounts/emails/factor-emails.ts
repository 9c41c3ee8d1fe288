import { createMail } from './create-mail.ts';
import type { Mail, MailSite } from './mailer.ts';

/** Changes of second factors and passkeys of which the owner is told by mail, with the subject and the first sentence. */
const changes = {
  'totp-added': [
    (site) => `An authenticator app was added to your ${site.name} account`,
    'An authenticator app was added. From now on each login asks for a code too.',
  ],
  'totp-removed': [
    (site) => `The authenticator app of your ${site.name} account was removed`,
    'Your authenticator app was removed. Logins no longer ask for its codes.',
  ],
  'recovery-codes-renewed': [
    (site) => `New recovery codes for your ${site.name} account`,
    'New recovery codes were created. The earlier ones no longer work.',
  ],
  'recovery-code-used': [
    (site) => `A recovery code of your ${site.name} account was used`,
    'A recovery code was used. It no longer works.',
  ],
  'passkey-added': [
    (site) => `A passkey was added to your ${site.name} account`,
    'A passkey was added. It logs in without your password.',
  ],
  'passkey-removed': [
    (site) => `A passkey of your ${site.name} account was removed`,
    'A passkey was removed. It no longer logs in.',
  ],
  'factors-removed': [
    (site) => `Two-factor authentication was removed from your ${site.name} account`,
    'An operator of this site removed your authenticator app, recovery codes and passkeys. From now on your password alone logs you in.',
  ],
  'sign-on-added': [
    (site) => `Single sign-on was added to your ${site.name} account`,
    'An identity was added with which you can log in by single sign-on.',
  ],
  'sign-on-removed': [
    (site) => `Single sign-on was removed from your ${site.name} account`,
    'An identity was removed. It can no longer log in by single sign-on.',
  ],
} satisfies Record<string, readonly [(site: MailSite) => string, string]>;

export type FactorChange = keyof typeof changes;

/** Whether a mail tells of a change of second factors. */
export function isFactorChange(kind: string): kind is FactorChange {
  return kind in changes;
}

/** The mail to the owner of an account about a change of its second factors. */
export function createFactorEmail(
  site: MailSite,
  kind: FactorChange,
  { email, username }: { email: string; username: string },
): Mail {
  const [subject, text] = changes[kind];
  return createMail(site, {
    to: email,
    subject: subject(site),
    blocks: [
      `Hello ${username},`,
      text,
      {
        text: 'If it was not you, choose a new password and look through your sign-in settings:',
        links: [
          { label: 'Choose a new password', url: `${site.origin}/forgot-password` },
          { label: 'Sign-in settings', url: `${site.origin}/settings/security` },
        ],
      },
    ],
  });
}

/** The mail to somebody who wants to reset the password of an account that has single sign-on instead of one. */
export function createNoPasswordEmail(
  site: MailSite,
  { email, username }: { email: string; username: string },
): Mail {
  return createMail(site, {
    to: email,
    subject: `Your ${site.name} account has no password`,
    blocks: [
      `Hello ${username},`,
      'Somebody, probably you, asked for a new password. Your account has none: you log in by single sign-on.',
      {
        text: 'After a login you can set a password in the settings.',
        links: [
          { label: 'Log in', url: `${site.origin}/login` },
          { label: 'Set a password', url: `${site.origin}/settings/account/password` },
        ],
      },
    ],
  });
}
