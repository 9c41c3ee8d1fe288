import { closedRegistrationTexts } from '../constants/accounts/registration-modes.ts';
import type { ErrorList } from './error-list.ts';

/** Errors of login, registration, API sessions, API keys and profiles. */
export const accountErrors = {
  'not-yourself': { status: 403, text: 'This can be done only by the player who is named.' },
  'wrong-credentials': { status: 401, text: 'Incorrect username or password.' },
  'wrong-password': { status: 403, text: 'This is not your password.' },
  'proof-required': { status: 403, text: 'Confirm that it is you first.' },
  'wrong-code': { status: 401, text: 'This code is wrong, has expired or was used before.' },
  'pending-login-expired': {
    status: 401,
    text: 'This login has expired. Log in with your password again.',
  },
  'own-factor-first': {
    status: 409,
    text: 'Set up an authenticator app for your own account first, in its sign-in settings.',
  },
  'factor-overdue': {
    status: 403,
    text: 'Your role needs a second factor. Set up an authenticator app in the sign-in settings.',
  },
  'factor-required': {
    status: 403,
    text: 'This account has two-factor authentication. Create an API key at /settings/applications and log in with it.',
  },
  'totp-had': { status: 409, text: 'You already have an authenticator app.' },
  'factor-gone': { status: 404, text: 'This was removed already.' },
  'no-factor': { status: 409, text: 'Add an authenticator app first.' },
  'passkeys-unavailable': { status: 409, text: 'Passkeys are not available on this site.' },
  'passkey-refused': {
    status: 401,
    text: 'This passkey was not accepted. Try again, or log in another way.',
  },
  'challenge-expired': { status: 401, text: 'This took too long. Try again.' },
  'passkey-limit': { status: 409, text: 'An account can have 10 passkeys.' },
  'passkey-had': { status: 409, text: 'This passkey is in use already.' },
  'no-passkey': { status: 409, text: 'Your account has no passkey.' },
  'last-login': {
    status: 409,
    text: 'This is your only way to log in. Set a password first.',
  },
  'sign-on-off': { status: 404, text: 'This site has no single sign-on.' },
  'sign-on-unavailable': {
    status: 503,
    text: 'The single sign-on provider does not answer. Try again later, or log in another way.',
  },
  'sign-on-cancelled': { status: 400, text: 'The single sign-on was cancelled.' },
  'sign-on-failed': {
    status: 400,
    text: 'The single sign-on provider did not confirm who you are. Please try again.',
  },
  'sign-on-expired': {
    status: 400,
    text: 'This single sign-on has expired, was used before or began in another browser. Please start again.',
  },
  'sign-on-not-recent': {
    status: 403,
    text: 'The single sign-on provider did not ask you to log in again. Please try again.',
  },
  'sign-on-closed': {
    status: 403,
    text: 'No account here belongs to this identity, and single sign-on creates no new accounts. If you have an account, log in to it and add single sign-on in its sign-in settings.',
  },
  'sign-on-email-taken': {
    status: 409,
    text: 'An account here has your email already. Log in to it and add single sign-on in its sign-in settings.',
  },
  'sign-on-linked': { status: 409, text: 'This identity belongs to another account.' },
  'sign-on-limit': { status: 409, text: 'An account can have 5 identities.' },
  'sign-on-other-identity': {
    status: 403,
    text: 'You logged in at the provider with an identity that is not linked to your account.',
  },
  'encryption-unavailable': {
    status: 503,
    text: 'Two-factor codes are not available: the server does not have the key for them.',
  },
  'common-password': {
    status: 400,
    text: 'This password is one of the most common ones. Choose another.',
  },
  'personal-password': {
    status: 400,
    text: 'Your username, your email and the name of the site cannot be your password.',
  },
  'username-taken': { status: 409, text: 'This username is already taken.' },
  'email-unchanged': { status: 400, text: 'This is your email already.' },
  'email-taken': { status: 409, text: 'This email is already in use.' },
  'already-registered': { status: 409, text: 'You already have an account.' },
  'bad-push-subscription': {
    status: 400,
    text: 'Your browser’s push service cannot be used.',
  },
  'push-unavailable': { status: 409, text: 'Push is not available on this site now.' },
  'registration-closed': { status: 403, text: closedRegistrationTexts.closed },
  'invitation-needed': { status: 403, text: closedRegistrationTexts.invitation },
  'bad-invitation': {
    status: 403,
    text: 'This invitation is not valid. It may have expired or been used.',
  },
  'bad-unsubscribe-link': {
    status: 400,
    text: 'This link is not valid. Choose in the settings which mails you get.',
  },
  'bad-link': { status: 400, text: 'This link has expired or was used before. Ask for a new one.' },
  'app-session-ended': { status: 401, text: 'This session has ended. Log in again.' },
  'app-user-linked': { status: 401, text: 'a user already exists with the specified provider' },
  'app-account-needed': {
    status: 403,
    text: 'This session has no account. Log in, or link one, first.',
  },
  'api-key-session': { status: 403, text: 'A session by an API key cannot do this.' },
  'api-key-scope': { status: 403, text: 'The API key lacks a scope that this needs.' },
  'api-key-scope-not-yours': {
    status: 403,
    text: 'You do not have the rights that this scope needs.',
  },
  'fresh-login-required': {
    status: 403,
    text: 'This needs a login with the password in the last ten minutes. Log in again.',
  },
  'api-key-gone': { status: 404, text: 'API key not found' },
  'api-key-limit': { status: 409, text: 'An account can have 20 API keys.' },
  'role-kept': {
    status: 403,
    text: 'An account that moderates cannot be deleted. Have its role taken away first.',
  },
  'wrong-username': { status: 400, text: 'This is not your username.' },
  'export-too-soon': {
    status: 409,
    text: 'You can request one export a day.',
  },
  'export-gone': { status: 404, text: 'This export is not there any more.' },
  'account-suspended': { status: 403, text: 'This account is suspended.' },
  'account-deleted': { status: 403, text: 'This account was deleted.' },
  'user-not-found': { status: 404, text: 'No user data found.' },
} as const satisfies ErrorList;
