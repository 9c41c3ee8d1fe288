import type { SettableService } from '#shared/constants/server/services.ts';

/** What a test says that found nothing wrong. */
export const testedTexts: Record<SettableService, string> = {
  mail: 'The server takes the connection and the login. Nothing is saved.',
  games: 'The games database answers with this key. A typed one is not saved yet.',
  files: 'An object was written, read and deleted. Nothing is saved.',
  'sign-on':
    'The issuer answers and can be used. Whether it takes the client and its secret shows the first login. Nothing is saved.',
};

export const removedServiceTexts: Record<SettableService, string> = {
  mail: 'The mail server is removed. Mails are files on the server again.',
  games: 'The key is removed.',
  'sign-on': 'Single sign-on is removed.',
  files: 'The bucket is removed. Nothing in it was deleted.',
};

/** What is asked before a service is removed. */
export const removalQuestions: Record<SettableService, { title: string; text: string }> = {
  mail: {
    title: 'Remove the mail server?',
    text: 'No mails are sent any more: they become files on the server, and every email address counts as confirmed.',
  },
  games: {
    title: 'Remove the key?',
    text: 'The games that the shop has already stay. No new ones come.',
  },
  'sign-on': {
    title: 'Remove single sign-on?',
    text: 'Who has no password needs a link for a new one to log in, from the page People. The links of accounts to the provider stay, for when you enter it again.',
  },
  files: {
    title: 'Remove the bucket?',
    text: 'Nothing in it is deleted. Backups are no longer copied there.',
  },
};
