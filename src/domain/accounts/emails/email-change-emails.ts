import { createMail } from './create-mail.ts';
import type { Mail, MailSite } from './mailer.ts';

interface Recipient {
  email: string;
  username: string;
}

/** The email with the link that changes the email address of an account to the one that gets it. */
export function createEmailChangeEmail(
  site: MailSite,
  { email, username, token }: Recipient & { token: string },
): Mail {
  return createMail(site, {
    to: email,
    subject: `Confirm your new email for ${site.name}`,
    blocks: [
      `Hello ${username},`,
      {
        text: 'Open this link to use this email for your account. It works once, for an hour.',
        links: [
          {
            label: 'Use this email',
            url: `${site.origin}/settings/account/email/confirm?token=${token}`,
          },
        ],
      },
      'If you did not ask for it, ignore this mail: nothing changes.',
    ],
  });
}

/** Tells the owner of an email address that somebody wants it for another account; the page does not say so. */
export function createEmailWantedEmail(site: MailSite, email: string): Mail {
  return createMail(site, {
    to: email,
    subject: `You already have an account at ${site.name}`,
    blocks: [
      `Somebody tried to use this email for another account at ${site.name}, but it already has one.`,
      {
        text: 'If it was you, log in to that account and change its email first:',
        links: [{ label: 'Log in', url: `${site.origin}/login` }],
      },
      'If it was not you, ignore this mail: nothing has changed.',
    ],
  });
}

/** Tells the owner of an account that a change of its email address was requested. */
export function createEmailChangeRequestedEmail(
  site: MailSite,
  { email, username }: Recipient,
): Mail {
  return createMail(site, {
    to: email,
    subject: `Your email for ${site.name} is about to change`,
    blocks: [
      `Hello ${username},`,
      'Somebody asked to use another email for your account. It changes when the link in the mail to the new email is opened.',
      {
        text: 'If it was not you, choose a new password. That stops the change and ends all sessions:',
        links: [{ label: 'Choose a new password', url: `${site.origin}/forgot-password` }],
      },
    ],
  });
}

/** Tells the former email address of an account that the account now has another one. */
export function createEmailChangedEmail(site: MailSite, { email, username }: Recipient): Mail {
  return createMail(site, {
    to: email,
    subject: `Your email for ${site.name} has changed`,
    blocks: [
      `Hello ${username},`,
      `Your account at ${site.origin} now has another email. Mails no longer come to this one.`,
      'If it was not you, write to the people who run this site.',
    ],
  });
}
