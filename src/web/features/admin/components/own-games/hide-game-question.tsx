import type { EndedTrading } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface HideGameQuestionProps {
  /** Null while nobody asks. */
  trading: EndedTrading | null;
  name: string;
  /** The path of the page without the question. */
  path: string;
}

/** Asks before a game is hidden, and says what ends with it. */
export function HideGameQuestion({ trading, name, path }: HideGameQuestionProps) {
  const { formatInteger } = useNumbers();
  const { listings = 0, orders = 0, offers = 0 } = trading ?? {};
  const ends = [
    { number: listings, one: 'card for sale', many: 'cards for sale' },
    { number: orders, one: 'buy order', many: 'buy orders' },
    { number: offers, one: 'trade offer', many: 'trade offers' },
  ].filter(({ number }) => number > 0);
  return (
    <RemovalDialog
      open={trading !== null}
      title={`Hide ${name}?`}
      path={path}
      values={{ intent: 'hide' }}
      button="Hide"
    >
      <p>
        The game leaves the shop and all lists. Its owners keep it and can play it. Its cards cannot
        be traded until the game is shown again.
      </p>
      {ends.length > 0 && (
        <>
          <p>This ends for good; cards and money return to their owners:</p>
          <ul className="list-disc pl-5">
            {ends.map(({ number, one, many }) => (
              <li key={many}>
                {formatInteger(number)} {number === 1 ? one : many}
              </li>
            ))}
          </ul>
        </>
      )}
    </RemovalDialog>
  );
}
