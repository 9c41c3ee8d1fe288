import { ExternalLink, Gamepad2 } from 'lucide-react';
import type { Delivery } from '#domain/game-library/delivery/get-delivery.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/texts/copy-text.tsx';

/** What the reader gets as the owner of a game. */
export function OwnedDelivery({ delivery }: { delivery: Delivery }) {
  const { gameId, key, link, playsHere } = delivery;
  return (
    <div className="grid gap-4">
      {(playsHere || link !== null) && (
        <div className="flex flex-wrap gap-3">
          {playsHere && (
            // A new document: its policy allows the frame.
            <ButtonLink to={`/play/${gameId}`} reloadDocument prefetch="none" variant="quiet">
              <Gamepad2 aria-hidden />
              Play here
            </ButtonLink>
          )}
          {link !== null && (
            <ButtonLink
              to={link}
              prefetch="none"
              target="_blank"
              rel="noopener noreferrer"
              variant="quiet"
            >
              <ExternalLink aria-hidden />
              Open on {new URL(link).host}
              <span className="sr-only"> (in a new tab)</span>
            </ButtonLink>
          )}
        </div>
      )}
      {key && key.text !== null && (
        <div className="grid gap-1.5">
          <CopyText label="Your key" text={key.text} />
          <p className="text-sm text-muted">Only you see it. Do not give it to anybody.</p>
        </div>
      )}
      {key && key.text === null && (
        <Alert>Your key cannot be shown at the moment. Please ask those who run this site.</Alert>
      )}
    </div>
  );
}
