import type { GameDetails } from '#domain/catalog/games/get-game.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

const { linksMax, linkLabelMax, websiteMax } = ownGameConstants;
const rows = Array.from({ length: linksMax }, (_, row) => row);

interface GameLinkFieldsProps {
  links: GameDetails['links'];
  /** What is wrong with the typed links. */
  error: string | undefined;
}

/** One row for each link of a game. A row without an address is no link. `readPageLinks` reads them. */
export function GameLinkFields({ links, error }: GameLinkFieldsProps) {
  return (
    <fieldset className="grid gap-3" aria-describedby={error && 'links-error'}>
      <legend className="mb-1 font-medium">Links on its page</legend>
      <ol className="grid gap-3">
        {rows.map((row) => (
          <li key={row} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <TextField
              label={`Text of link ${row + 1}`}
              maxLength={linkLabelMax}
              autoComplete="off"
              placeholder={row === 0 ? 'Manual' : undefined}
              name={`label-${row}`}
              defaultValue={links[row]?.label ?? ''}
            />
            <TextField
              label={`Address of link ${row + 1}`}
              maxLength={websiteMax}
              autoComplete="off"
              inputMode="url"
              placeholder={row === 0 ? 'https://' : undefined}
              name={`address-${row}`}
              defaultValue={links[row]?.url ?? ''}
            />
          </li>
        ))}
      </ol>
      {error && (
        <p id="links-error" role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
