import type { CardFailure } from '#domain/market/bulk/card-failure.ts';
import { Alert } from '#web/ui/alert.tsx';

interface FailedCardsProps {
  title: string;
  failures: readonly CardFailure[];
}

/** Names the cards for which a form about many cards failed, each with the reason. */
export function FailedCards({ title, failures }: FailedCardsProps) {
  if (failures.length === 0) return null;
  return (
    <Alert tone="failure">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-1">
        {failures.map(({ id, card, text }) => (
          <li key={id}>
            {card ? `${card.name} (${card.gameName})` : 'A card'}: {text}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
