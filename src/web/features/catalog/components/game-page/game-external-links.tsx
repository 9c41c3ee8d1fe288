import { ExternalLink } from 'lucide-react';

interface GameExternalLinksProps {
  name: string;
  website: string | null;
}

/** Links to a game's website, and to streams and videos of the game. */
export function GameExternalLinks({ name, website }: GameExternalLinksProps) {
  const links = [
    ...(website && isWebUrl(website) ? [{ label: 'Website', href: website }] : []),
    {
      label: 'Streams',
      href: `https://www.twitch.tv/directory/category/${toTwitchCategory(name)}`,
    },
    {
      label: 'Videos',
      href: `https://www.youtube.com/results?search_query=${encodeURIComponent(name)}`,
    },
  ];
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 text-link"
          >
            {label}
            <ExternalLink aria-hidden className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The catalog provider may send any text; only an http or https URL becomes a link. */
function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** A game's name as Twitch writes it in the URLs of its categories. */
function toTwitchCategory(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+|['’]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return encodeURIComponent((words ?? []).join('-'));
}
