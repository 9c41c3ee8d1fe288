import { formatUtcTime } from '../suspension.ts';
import { createMail } from './create-mail.ts';
import type { Mail, MailSite } from './mailer.ts';

/** The email with the link that confirms a new account's email address. */
export function createConfirmationEmail(
  site: MailSite,
  { email, username, token }: { email: string; username: string; token: string },
): Mail {
  return createMail(site, {
    to: email,
    subject: `Confirm your email for ${site.name}`,
    blocks: [
      `Welcome, ${username}!`,
      {
        text: 'Open this link to confirm your email. It works once, for an hour.',
        links: [{ label: 'Confirm my email', url: `${site.origin}/confirm?token=${token}` }],
      },
      'If you did not register, ignore this mail.',
    ],
  });
}

/** Tells the owner of an email address that somebody tried to register with it; the page does not say so. */
export function createEmailTakenEmail(site: MailSite, email: string): Mail {
  return createMail(site, {
    to: email,
    subject: `You already have an account at ${site.name}`,
    blocks: [
      `Somebody tried to register at ${site.name} with this email, but it already has an account.`,
      {
        text: 'If it was you, log in, or choose a new password here:',
        links: [{ label: 'Choose a new password', url: `${site.origin}/forgot-password` }],
      },
      'If it was not you, ignore this mail: nothing has changed.',
    ],
  });
}

/** The email with the link that sets a new password, for an owner who asked for it here or asked an admin. */
export function createPasswordResetEmail(
  site: MailSite,
  { email, username, token }: { email: string; username: string; token: string },
  { madeByAdmin = false } = {},
): Mail {
  return createMail(site, {
    to: email,
    subject: `Choose a new password for ${site.name}`,
    blocks: [
      `Hello ${username},`,
      {
        text: madeByAdmin
          ? `An admin of ${site.name} made a link for you to choose a new password. It works once, for an hour, and ends all your sessions.`
          : 'Open this link to choose a new password. It works once, for an hour.',
        links: [
          { label: 'Choose a new password', url: `${site.origin}/reset-password?token=${token}` },
        ],
      },
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  });
}

/** Tells the owner of API keys from before there were scopes that they will lose rights. */
export function createApiKeysMail(
  site: MailSite,
  { email, username, until }: { email: string; username: string; until: Date },
): Mail {
  return createMail(site, {
    to: email,
    subject: `Your API keys at ${site.name} will change`,
    blocks: [
      `Hello ${username},`,
      `You have API keys from before keys had scopes. Until ${formatUtcTime(until)} UTC they have all your rights. From then on they can only read and write for you.`,
      {
        text: 'A program that needs more, such as rights of an admin, needs a new key. Keys that you no longer use are best deleted.',
        links: [{ label: 'Your API keys', url: `${site.origin}/settings/applications` }],
      },
    ],
  });
}
