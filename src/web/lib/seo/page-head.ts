import type { Thing } from 'schema-dts';
import type { RootData, Site } from '../viewer.ts';
import { truncateText } from './truncate-text.ts';

const house = 'Guildhall';
/** What results of searches show of a title and of a description. */
const titleMax = 70;
const descriptionMax = 155;

/** The matches of a route's `meta`: the first is the frame's, which knows the site. */
export type Matches = readonly [{ loaderData?: RootData | undefined }, ...unknown[]];

/** A tag of a head, as React Router takes it. */
export type Tag = Record<string, unknown>;

interface SharedPicture {
  /** A path of ours to a picture of 1200 by 630: .png or .jpg. */
  path: string;
  alt: string;
}

interface PageHead {
  /** Without the house's name, which is put behind it. */
  title: string;
  /** Whether the title has the house's name in it already. */
  titleAlone?: boolean;
  /** Of a list; the title says so from the second on. */
  page?: number;
  /** Plain text of any length. */
  description: string;
  /** The one address of what is shown, from the root on, whatever address it was asked for by. */
  path: string;
  /** Its own picture to be shared with; else that of the house. */
  picture?: SharedPicture | null;
  /** Whether search engines may list it; they may unless this says no. */
  index?: boolean;
  kind?: 'website' | 'profile';
  /** What it says to machines. */
  data?: (site: Site) => Thing[];
}

/**
 * The head of a page that is there to be found and shared: title, description, its one address, cards
 * for where it is shared, and structured data. All addresses are absolute.
 */
export function pageHead(matches: Matches, page: PageHead): Tag[] {
  const { path, index = true, kind = 'website' } = page;
  const onPage = page.page !== undefined && page.page > 1 ? `, page ${page.page}` : '';
  const title = page.titleAlone ? page.title : titleOf(page.title, onPage);
  const description = truncateText(page.description, descriptionMax);
  const site = matches[0].loaderData?.site;
  const named = [{ title }, { name: 'description', content: description }];
  if (!site) return [...named, unlisted];

  const url = site.origin + path;
  const picture = page.picture ?? defaultPicture(site);
  return [
    ...named,
    // What shall not be listed has no address to be listed by.
    ...(index ? [{ tagName: 'link', rel: 'canonical', href: url }, listed] : [unlisted]),
    { property: 'og:site_name', content: house },
    { property: 'og:type', content: kind },
    { property: 'og:url', content: url },
    { property: 'og:title', content: truncateText(page.title, titleMax) + onPage },
    { property: 'og:description', content: description },
    ...(picture ? pictureTags(site, picture) : [{ name: 'twitter:card', content: 'summary' }]),
    ...(page.data ? [structured(page.data(site))] : []),
  ];
}

/** The head of a screen that is its reader's own, or a step on the way: neither listed nor shared. */
export function screenHead(title: string): Tag[] {
  return [{ title: titleOf(title) }, unlisted];
}

const listed = { name: 'robots', content: 'max-image-preview:large' };
const unlisted = { name: 'robots', content: 'noindex' };

function titleOf(title: string, onPage = ''): string {
  const behind = `${onPage} · ${house}`;
  return truncateText(title, titleMax - behind.length) + behind;
}

function defaultPicture({ sharePicture }: Site): SharedPicture | null {
  return sharePicture === null
    ? null
    : { path: sharePicture, alt: 'Guildhall, a game store and a clubhouse' };
}

function pictureTags(site: Site, { path, alt }: SharedPicture): Tag[] {
  return [
    { property: 'og:image', content: new URL(path, site.origin).href },
    { property: 'og:image:type', content: path.endsWith('.jpg') ? 'image/jpeg' : 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: alt },
  ];
}

/** React Router writes it so that no name of a game can end the script. */
function structured(things: Thing[]): Tag {
  return { 'script:ld+json': { '@context': 'https://schema.org', '@graph': things } };
}
