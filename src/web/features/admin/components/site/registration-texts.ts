import type { RegistrationMode } from '#shared/constants/accounts/registration-modes.ts';

/** What each registration mode means. */
export const registrationModeTexts: Record<RegistrationMode, { label: string; hint: string }> = {
  open: { label: 'Everybody', hint: 'Anyone can register, or play as a guest.' },
  invitation: {
    label: 'People with an invitation',
    hint: 'New players need a code. Nobody new can play as a guest; guests who play now stay.',
  },
  closed: {
    label: 'Nobody',
    hint: 'Accounts that exist can log in. Invitations do not work.',
  },
};
