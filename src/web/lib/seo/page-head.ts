import type { Thing } from 'schema-dts';
import { type ShopGenre, shopGenres } from '#shared/constants/catalog/genres.ts';
import { defaultSiteName } from '#shared/constants/site/site-defaults.ts';
import type { RootData, ShareImage, Site } from '../root-data.ts';
import { truncateText } from './truncate-text.ts';

/** The longest title and description that search engines show, in characters. */
const titleMax = 70;
const descriptionMax = 155;

/** The matches of a route's `meta`. The first one has the data of the root loader. */
export type RouteMatches = readonly [{ loaderData?: RootData | undefined }, ...unknown[]];

/** A tag of a page's head in the form that React Router expects. */
export type MetaTag = Record<string, unknown>;

interface PageHead {
  /** Without the name of the site, which is appended. */
  title: string;
  /** Whether the title already contains the name of the site. */
  isFullTitle?: boolean;
  /** The page of a list; from page 2 on the title contains it. */
  page?: number;
  /** Plain text of any length. */
  description: string;
  /** The canonical path, which may differ from the requested one. */
  path: string;
  /** The share image of this page; without one that of the site is used. */
  picture?: ShareImage | null;
  /** Whether search engines may list the page; true by default. */
  index?: boolean;
  kind?: 'website' | 'profile';
  /** Structured data. */
  data?: (site: Site) => Thing[];
}

/**
 * Returns the head of a page that search engines may list: title, description, canonical URL, share
 * card and structured data. All URLs are absolute.
 */
export function pageHead(matches: RouteMatches, page: PageHead): MetaTag[] {
  const { path, index = true, kind = 'website' } = page;
  const pageSuffix = page.page !== undefined && page.page > 1 ? `, page ${page.page}` : '';
  const site = matches[0].loaderData?.site;
  const siteName = getSiteName(matches);
  const title = page.isFullTitle ? page.title : titleOf(page.title, siteName, pageSuffix);
  const description = truncateText(page.description, descriptionMax);
  const nameTags = [{ title }, { name: 'description', content: description }];
  if (!site) return [...nameTags, unlisted];

  const url = site.origin + path;
  const picture = page.picture ?? site.shareImage;
  return [
    ...nameTags,
    // A page that must not be listed has no canonical URL.
    ...(index ? [{ tagName: 'link', rel: 'canonical', href: url }, listed] : [unlisted]),
    { property: 'og:site_name', content: siteName },
    { property: 'og:type', content: kind },
    { property: 'og:url', content: url },
    { property: 'og:title', content: truncateText(page.title, titleMax) + pageSuffix },
    { property: 'og:description', content: description },
    ...(picture ? pictureTags(site, picture) : [{ name: 'twitter:card', content: 'summary' }]),
    ...(page.data ? [structuredDataTag(page.data(site))] : []),
  ];
}

/** Returns the head of a private page or of a step such as the login: search engines must not index it. */
export function noIndexHead(title: string, matches?: RouteMatches): MetaTag[] {
  return [{ title: titleOf(title, getSiteName(matches)) }, unlisted];
}

/** The `meta` of a page that does not exist for everybody. */
export function guardedHead(title: string) {
  return ({ loaderData, matches }: { loaderData?: unknown; matches: RouteMatches }) =>
    noIndexHead(loaderData ? title : 'Not found', matches);
}

/** The name of the site; that of the product if the data of the root loader are missing. */
export function getSiteName(matches: RouteMatches | undefined): string {
  return matches?.[0].loaderData?.site.name ?? defaultSiteName;
}

/** The genres of the shop; those of the specification if the data of the root loader are missing. */
export function getShopGenres(matches: RouteMatches | undefined): readonly ShopGenre[] {
  return matches?.[0].loaderData?.site.genres ?? shopGenres;
}

const listed = { name: 'robots', content: 'max-image-preview:large' };
const unlisted = { name: 'robots', content: 'noindex' };

function titleOf(title: string, siteName: string, pageSuffix = ''): string {
  const suffix = `${pageSuffix} · ${siteName}`;
  return truncateText(title, titleMax - suffix.length) + suffix;
}

function pictureTags(site: Site, { path, alt, side }: ShareImage): MetaTag[] {
  const type = side ? 'webp' : path.endsWith('.jpg') ? 'jpeg' : 'png';
  return [
    { property: 'og:image', content: new URL(path, site.origin).href },
    { property: 'og:image:type', content: `image/${type}` },
    { property: 'og:image:width', content: String(side ?? 1200) },
    { property: 'og:image:height', content: String(side ?? 630) },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: side ? 'summary' : 'summary_large_image' },
    { name: 'twitter:image:alt', content: alt },
  ];
}

/** React Router escapes the JSON so that no name of a game can end the script. */
function structuredDataTag(things: Thing[]): MetaTag {
  return { 'script:ld+json': { '@context': 'https://schema.org', '@graph': things } };
}
