import type { Page } from 'playwright-core';

/** Who looks at a screen: each has a logged-in state of its own, the visitor none. */
export type Who = 'visitor' | 'guest' | 'newcomer' | 'player' | 'keeper';

export interface Screen {
  name: string;
  who: Who;
  path: string;
  /** Brings the screen into the state that its name promises. */
  act?: (page: Page) => Promise<void>;
  /** The daily reward's greeting is part of this screen. */
  greeting?: boolean;
  /** Only at these widths and below, as the state does not exist on wider ones. */
  upTo?: number;
}

/** What the screens show: ids and names that the cast has prepared. */
export interface Props {
  /** A game that the player owns, one that nobody has, and one without a rating breakdown. */
  owned: number;
  /** Another one, which the player is not playing. */
  idle: number;
  notOwned: number;
  unrated: number;
  publisher: number;
  developer: number;
  player: string;
  /** An admin in the midst of a community, a friend, and somebody suspended and blocked. */
  keeper: string;
  friend: string;
  suspended: string;
}

type Act = Screen['act'];

/** Makes screens as `who` sees them. */
export function as(who: Who) {
  return (name: string, path: string, act?: Act): Screen => ({ name, who, path, act });
}
