import type { EndedTrading } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { ConfirmationDialog } from '#web/ui/confirmation-dialog.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { HideButtons } from './hide-buttons.tsx';

interface HideGameQuestionProps {
  /** Null while nobody asks. */
  trading: EndedTrading | null;
  name: string;
  /** What the form sends besides, such as the id of the game. */
  values?: Record<string, string>;
  /** The path of the page without the question. */
  path: string;
}

/** Asks before a game is hidden, and says what ends with it. */
export function HideGameQuestion({ trading, name, values, path }: HideGameQuestionProps) {
  const { formatInteger } = useNumbers();
  const { listings = 0, orders = 0, offers = 0 } = trading ?? {};
  const ends = [
    { number: listings, one: 'card for sale', many: 'cards for sale' },
    { number: orders, one: 'buy order', many: 'buy orders' },
    { number: offers, one: 'trade offer', many: 'trade offers' },
  ].filter(({ number }) => number > 0);
  return (
    <ConfirmationDialog
      open={trading !== null}
      title={`Hide ${name}?`}
      closePath={path}
      confirm={<HideButtons values={{ ...values, intent: 'hide' }} path={path} />}
    >
      <p>
        The game leaves the shop and all lists. Its owners keep it and can play it. Its cards cannot
        be traded until the game is shown again, unless you let their trading go on.
      </p>
      {ends.length > 0 && (
        <>
          <p>When trading ends, this ends for good; cards and money return to their owners:</p>
          <ul className="list-disc pl-5">
            {ends.map(({ number, one, many }) => (
              <li key={many}>
                {formatInteger(number)} {number === 1 ? one : many}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmationDialog>
  );
}
