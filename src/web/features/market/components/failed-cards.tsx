import { Alert } from '#web/ui/alert.tsx';

interface FailedCardsProps {
  title: string;
  /** The cards with their games; null for a listing that nobody knows any more. */
  failures: readonly { card: { name: string; gameName: string } | null; text: string }[];
}

/** Names the cards for which a form about many cards failed, each with the reason. */
export function FailedCards({ title, failures }: FailedCardsProps) {
  if (failures.length === 0) return null;
  return (
    <Alert tone="failure">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-1">
        {failures.map(({ card, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a card can be in it twice.
          <li key={index}>
            {card ? `${card.name} (${card.gameName})` : 'A card'}: {text}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
