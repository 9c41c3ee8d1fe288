import { ExternalLink } from 'lucide-react';
import type { GameDetails } from '#domain/catalog/games/get-game.ts';

/** Links to other sites about a game. */
export function GameExternalLinks({ links }: Pick<GameDetails, 'links'>) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {links.map(({ label, url }) => (
        <li key={url + label}>
          <a
            href={url}
            target="_blank"
            rel="nofollow noopener noreferrer"
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
