import type { ErrorList } from './error-list.ts';

/** Errors of balances, purchases, top-ups and the daily reward. */
export const walletErrors = {
  'not-enough-money': { status: 409, text: 'Not enough money.' },
  'not-the-price': { status: 409, text: 'A game costs what the shop says.' },
  'already-owned': { status: 409, text: 'You already own this game.' },
  'balance-limit': { status: 409, text: 'Your balance cannot go above $100,000.00.' },
  'top-up-limit': { status: 409, text: 'You have reached what you can add in one day.' },
  'already-claimed': { status: 409, text: 'You have already claimed the reward of today.' },
} as const satisfies ErrorList;
