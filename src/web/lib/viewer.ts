import { useRouteLoaderData } from 'react-router';
import type { Role } from '#shared/constants/roles.ts';
import type { Unread } from '#shared/schemas/socket-events.ts';

/** Who reads the page, as the frame's loader tells it. */
export interface Viewer {
  username: string;
  name: string;
  profilePic: string;
  role: Role;
  /** Cents. */
  balance: number;
}

/** What the heads of pages are made with. */
export interface Site {
  /** Scheme and host: the operator's where they are set, else those of the request. */
  origin: string;
  /** Path of the picture that a page is shared with unless it has one of its own. */
  sharePicture: string | null;
}

/** What the root loader gives to every screen. */
export interface RootData {
  site: Site;
  viewer: Viewer | null;
  /** What the player has not looked at yet when the page was made; null for guests and visitors. */
  unread: Unread | null;
  /** The year by the server's clock. */
  year: number;
  /**
   * The player's reward of today; null for a visitor. `amount` in cents, `day` in UTC, `nextAt` when the
   * next one can be claimed, ISO.
   */
  dailyReward: {
    formKey: string;
    amount: number;
    day: string;
    claimed: boolean;
    nextAt: string;
  } | null;
  /**
   * Whether a games database is asked: then pages of games are not fetched ahead, as what nobody opens
   * would cost a call of it.
   */
  gamesDatabase: boolean;
  /** For error pages; visitors' pages are shared and have none. */
  requestId: string | null;
}

/** The frame's data; undefined when its loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root');
}

/** When links to games and companies fetch their page. */
export function useGamePrefetch(): 'intent' | 'none' {
  return useRootData()?.gamesDatabase ? 'none' : 'intent';
}

/** When links of every kind fetch their page: as the above where they lead to a list or page of games. */
export function useLinkPrefetch(): (path: string) => 'intent' | 'none' {
  const ofGames = useGamePrefetch();
  return (path) =>
    /^\/(?:\?|game-info\/|publisher\/|developer\/)/.test(path) ? ofGames : 'intent';
}

/** Who reads the page; null for a visitor. */
export function useViewer(): Viewer | null {
  return useRootData()?.viewer ?? null;
}
