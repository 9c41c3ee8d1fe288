import { domainToASCII } from 'node:url';
import { textFilterConstants } from '#shared/constants/moderation/text-filters.ts';
import { splitLinks } from '#shared/format/texts/split-links-in-text.ts';
import type { VisitMatch } from './word-matcher.ts';

/** No host is longer. */
const hostLengthMax = 253;

/** Characters that can be a host, also in other scripts, and those that nobody sees. */
const hostLike = /[\p{L}\p{N}\p{M}_.\-\u3002\uff0e\uff61\u00ad\u200b-\u200d\u2060\ufeff]+/gu;

/** The full stops of East Asian texts, which browsers read as points. */
const fullStops = /[\u3002\uff0e\uff61]/g;

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Reads a typed host, also from a whole address; it stands for its subdomains too. Null for other texts. `host` is
 * in the form that browsers ask for: lower case, ASCII.
 */
export function parseHost(typed: string): string | null {
  const address = typed.trim().replace(/^\*\./, '');
  const url = /^https?:\/\//i.test(address) ? address : `http://${address}`;
  if (address === '' || !URL.canParse(url)) return null;
  const { hostname, username, password } = new URL(url);
  const host = toHost(hostname);
  if (username !== '' || password !== '' || host === null) return null;
  return host.length <= textFilterConstants.hostMax ? host : null;
}

/** A host with at least one point, as browsers ask for it; null for another text. */
function toHost(text: string): string | null {
  const trimmed = trimHost(text).toLowerCase();
  if (!trimmed.includes('.')) return null;
  const host = /^[a-z0-9._-]*$/.test(trimmed) ? trimmed : domainToASCII(trimmed);
  return host.includes('.') ? host : null;
}

/** Without points, hyphens and underscores at both ends. */
function trimHost(text: string): string {
  let [start, end] = [0, text.length];
  const isMark = (at: number) => '.-_'.includes(text[at] ?? ' ');
  while (start < end && isMark(start)) start += 1;
  while (end > start && isMark(end - 1)) end -= 1;
  return text.slice(start, end);
}

export interface LinkMatcher<Filter> {
  blocked: ReadonlyMap<string, Filter>;
  /** Hosts that links may lead to although there is a filter for all others. */
  allowed: ReadonlySet<string>;
  /** The filter for links to hosts that are not allowed. */
  others: Filter | null;
}

/**
 * Visits the hosts of a text that filters match. A blocked host is found wherever it is written, also without
 * `https://`. The filter for all other hosts is about links: what pages show as a link, and what starts with
 * `www.`. Links to `ownHost` are always allowed.
 */
export function findLinks<Filter>(
  matcher: LinkMatcher<Filter>,
  { text, ownHost }: { text: string; ownHost: string },
  visit: VisitMatch<Filter>,
): void {
  const { blocked, allowed, others } = matcher;
  if (blocked.size === 0 && others === null) return;
  const findFilter = (host: string, isLink: boolean): Filter | null => {
    const domain = findDomain(host, (one) => blocked.has(one));
    if (domain !== null) return blocked.get(domain) ?? null;
    if (!isLink || others === null) return null;
    const isAllowed = findDomain(host, (one) => one === ownHost || allowed.has(one)) !== null;
    return isAllowed ? null : others;
  };
  for (const { host, isLink, ...span } of listHosts(text)) {
    const filter = findFilter(host, isLink);
    if (filter !== null && visit(filter, span)) return;
  }
}

/** The hosts of a text: first those of links, then everything that looks like a host. */
function* listHosts(text: string) {
  let start = 0;
  for (const { text: typed, href } of splitLinks(text)) {
    const end = start + typed.length;
    const host = href === undefined ? null : new URL(href).hostname.replace(/\.$/, '');
    if (host !== null) yield { host, isLink: true, start, end };
    start = end;
  }
  for (const { 0: found, index } of text.matchAll(hostLike)) {
    const visible = found.slice(-hostLengthMax).replace(invisible, '').replace(fullStops, '.');
    const host = toHost(visible);
    const span = { start: index, end: index + found.length };
    if (host !== null) yield { host, isLink: host.startsWith('www.'), ...span };
  }
}

/** The host or the first of its parent domains that `isListed`; null if none is. */
function findDomain(host: string, isListed: (domain: string) => boolean): string | null {
  let domain = host.slice(-hostLengthMax);
  for (;;) {
    if (isListed(domain)) return domain;
    const point = domain.indexOf('.');
    if (point === -1) return null;
    domain = domain.slice(point + 1);
  }
}
