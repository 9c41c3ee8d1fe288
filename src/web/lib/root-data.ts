import { useRouteLoaderData } from 'react-router';
import type { Actor } from '#domain/actor.ts';
import type { RegistrationMode } from '#shared/constants/accounts/registration-modes.ts';
import { type ShopGenre, shopGenres } from '#shared/constants/catalog/genres.ts';
import { defaultSiteName } from '#shared/constants/site/site-defaults.ts';
import type { SitePart } from '#shared/constants/site/site-parts.ts';
import type { TextPiece } from '#shared/format/texts/split-links-in-text.ts';
import type { FooterLink } from '#shared/schemas/administration/site-settings.ts';
import type { Unread } from '#shared/schemas/socket-events.ts';

/** The logged-in account that reads the page, as the root loader returns it. */
export type Viewer = Pick<
  Actor,
  'username' | 'name' | 'profilePic' | 'role' | 'rights' | 'balance' | 'marketView' | 'appearance'
>;

type PartsOff = Partial<Record<SitePart, true>>;

/** The attributes of the logo that an admin uploaded. `alt` is empty for decoration. */
interface SiteLogo {
  src: string;
  alt: string;
  width: number;
  height: number;
}

/** The picture of a page in link previews. */
export interface ShareImage {
  /** A path on this site to a .png or .jpg of 1200 × 630 pixels; with `side` to a square .webp. */
  path: string;
  alt: string;
  /** The pixels of a side of a square picture. */
  side?: number;
}

/** Facts about the site for the heads of pages. */
export interface Site {
  name: string;
  tagline: string;
  /** Scheme and host: those that the operator configured, otherwise those of the request. */
  origin: string;
  /** The share image of pages without one of their own. */
  shareImage: ShareImage | null;
  /** The logo that an admin uploaded; null for that of the design. */
  logo: SiteLogo | null;
  /** The attributes of the `<link>` elements of the icons. */
  icons: readonly { rel: string; href: string; type?: string }[];
  /** Who can get a new account. */
  registration: RegistrationMode;
  /** CSS variables of the accent colour that an admin chose; null for that of the design. */
  accent: Record<`--site-${string}`, string> | null;
  /** The pages that the footer leads to. */
  footerPages: readonly (readonly [path: string, label: string])[];
  footerLinks: readonly FooterLink[];
  /** The genres of the shop; missing if they are those of the specification. */
  genres?: readonly ShopGenre[];
  /** The parts that an admin has switched off. */
  off: PartsOff;
}

/** A text that every page shows until the reader hides it. */
export interface Announcement {
  /** Changes with the text, so that a new text is shown again. */
  id: string;
  pieces: readonly TextPiece[];
}

/** What somebody has to do about the own account. */
interface AccountDuty {
  text: string;
  to: string;
  label: string;
}

/** What the root loader returns for every screen. */
export interface RootData {
  site: Site;
  viewer: Viewer | null;
  /** The announcement of the site; null if there is no text, or if this browser has hidden it. */
  announcement: Announcement | null;
  /** What the reader has to do about the own account, with the page for it; null if nothing. */
  duty: AccountDuty | null;
  /** The unread counts when the page was rendered; null for guests and visitors. */
  unread: Unread | null;
  /** The year by the server's clock. */
  year: number;
  /**
   * The daily reward of today; null for a visitor. `amount` is in cents, `day` is a UTC day, and `nextAt` is
   * the ISO time from which the next reward can be claimed.
   */
  dailyReward: {
    formKey: string;
    amount: number;
    day: string;
    claimed: boolean;
    nextAt: string;
  } | null;
  /**
   * Whether games come from an external catalog provider. Then pages of games are not prefetched, because
   * each could cost a call to the provider.
   */
  hasCatalogProvider: boolean;
  /** The id that error pages show; null for visitors, because their pages are cached and shared. */
  requestId: string | null;
}

/** Returns the data of the root loader; undefined when it failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root');
}

/** Returns the parts of the site that are switched off. */
export function usePartsOff(): PartsOff {
  return useRootData()?.site.off ?? {};
}

/** Returns the name of the site. */
export function useSiteName(): string {
  return useRootData()?.site.name ?? defaultSiteName;
}

/** Returns the genres of the shop, in their order. */
export function useShopGenres(): readonly ShopGenre[] {
  return useRootData()?.site.genres ?? shopGenres;
}

/** Returns the `prefetch` value for links to games and companies. */
export function useGamePrefetch(): 'intent' | 'none' {
  return useRootData()?.hasCatalogProvider ? 'none' : 'intent';
}

/** Returns a function from a path to its link's `prefetch` value; lists and pages of games have their own. */
export function useLinkPrefetch(): (path: string) => 'intent' | 'none' {
  const gamePrefetch = useGamePrefetch();
  return (path) =>
    /^\/(?:\?|game-info\/|publisher\/|developer\/)/.test(path) ? gamePrefetch : 'intent';
}

/** Returns the account that reads the page; null for a visitor. */
export function useViewer(): Viewer | null {
  return useRootData()?.viewer ?? null;
}
