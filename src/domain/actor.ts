import type { Role } from '#shared/constants/accounts/roles.ts';
import type { MarketView } from '#shared/constants/market/market-view.ts';
import type { Appearance } from '#shared/constants/site/appearance.ts';
import type { Right } from '#shared/rules/rights.ts';

/** The account that acts in a request, as the session query read it. */
export interface Actor {
  id: string;
  /** As typed at registration. */
  username: string;
  name: string;
  profilePic: string;
  /** The role whose rights it has now: `heldRole`, but 'player' while a second factor that it needs is overdue. */
  role: Role;
  /** The role that it was given. */
  heldRole: Role;
  /** Until when it has to set up a second factor for its role; null if it has one or needs none. */
  factorDueAt: Date | null;
  /** When its API keys from before there were scopes lose rights, if it still has to confirm to know; only for pages. */
  keysChangeAt: Date | null;
  /** The slugs of its further roles, also those of its groups; none while a second factor is overdue. */
  furtherRoles: string[];
  /** The rights that these roles give; none while a second factor is overdue. */
  rights: Right[];
  /** Whether its roles rest until it has a second factor. */
  isFactorOverdue: boolean;
  /** Cents, when the request began. */
  balance: number;
  /** Whether the reward of the current UTC day was claimed when the request began. */
  rewardClaimed: boolean;
  /** The view of the market that the navigation opens. */
  marketView: MarketView;
  /** Null: nothing was chosen. */
  appearance: Appearance | null;
  /** The lowest age limit of the account and its groups in years; null for that of the site, see `getAgeLimit`. */
  ageLimit: number | null;
  /** The ids of its groups. */
  groupIds: string[];
  sessionId: string;
  /** Null for a guest. */
  registeredAt: Date | null;
}
