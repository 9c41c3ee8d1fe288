import { ConfirmationDialog } from '#web/ui/confirmation-dialog.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { HideButtons } from './hide-buttons.tsx';

interface HideGamesQuestionProps {
  open: boolean;
  /** How many games would be hidden. */
  games: number;
  /** The filter that selects them. */
  values: Record<string, string>;
  /** The path of the page without the question. */
  path: string;
}

/** Asks before all games of a list are hidden. */
export function HideGamesQuestion({ open, games, values, path }: HideGamesQuestionProps) {
  const { formatInteger } = useNumbers();
  return (
    <ConfirmationDialog
      open={open}
      title={games === 1 ? 'Hide 1 game?' : `Hide ${formatInteger(games)} games?`}
      closePath={path}
      confirm={
        <HideButtons
          values={{ ...values, intent: 'hide-all', expected: String(games) }}
          path={path}
        />
      }
    >
      <p>
        They leave the shop and all lists. Their owners keep them and can play them. When trading
        ends, all cards of these games that are for sale, all buy orders and all trade offers with
        them end for good, and cards and money return to their owners.
      </p>
    </ConfirmationDialog>
  );
}
