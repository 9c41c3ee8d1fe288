import { adminMoneyConstants } from '../../constants/wallet.ts';
import { amountBetween } from './amount-field.ts';

/** What an admin gives or takes at a time. Not with the other rules, whose file is in the script of the shop. */
export const adminMoneyRules = amountBetween(
  adminMoneyConstants.minCents,
  adminMoneyConstants.maxCents,
);
