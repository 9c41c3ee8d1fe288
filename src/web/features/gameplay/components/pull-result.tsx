import { Layers, Puzzle, Sparkles } from 'lucide-react';
import type { CardKind } from '#domain/card-sets/list-card-set.ts';
import { sitePath } from '#shared/format/paths/site-path.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import type { ShownCard } from './use-pull.ts';

interface PullResultProps {
  card: ShownCard;
  copies: Readonly<Record<string, number>>;
  kinds: readonly CardKind[];
  gameId: number;
  username: string;
  /** Whether the card is being turned over: its name follows when its face can be seen. */
  isTurned: boolean;
}

/** What the newest card is, whether it is new, the progress of the set and where the card went. */
export function PullResult(props: PullResultProps) {
  const { card, copies, kinds, gameId, username, isTurned } = props;
  const collected = kinds.filter(({ id }) => copies[id]).length;
  const isComplete = collected === kinds.length;
  return (
    <div
      className={`grid animate-rise justify-items-center gap-3 ${isTurned ? '[animation-delay:400ms] [animation-fill-mode:backwards]' : ''}`}
    >
      <p className="font-display text-2xl leading-tight font-bold wrap-anywhere">{card.name}</p>
      <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
        <RarityBadge rarity={card.rarity} />
        {isNew(card, copies) ? (
          <span className="inline-flex items-center gap-1.5 rounded-full bg-alive px-3 py-0.5 text-sm font-bold text-on-alive">
            <Sparkles aria-hidden className="size-4" />
            New
          </span>
        ) : (
          <span className="rounded-full bg-plinth px-3 py-0.5 text-sm font-semibold tabular-nums">
            You have {copies[card.kindId]}
          </span>
        )}
      </p>
      <p className="flex flex-wrap justify-center gap-2">
        <ButtonLink to={sitePath`/collection/${gameId}`} variant="quiet" size="sm">
          <Puzzle aria-hidden />
          <span className="tabular-nums">
            {isComplete ? 'Set complete' : `${collected} of ${kinds.length}`}
          </span>
          <span className="sr-only">: open the collection</span>
        </ButtonLink>
        <ButtonLink
          to={`${sitePath`/profile/${username}/inventory`}?item=${gameId}-${card.kindId}`}
          variant="quiet"
          size="sm"
        >
          <Layers aria-hidden />
          In your inventory
        </ButtonLink>
      </p>
    </div>
  );
}

/** Whether the newest card is the player's only copy. */
function isNew(card: ShownCard, copies: Readonly<Record<string, number>>): boolean {
  return (copies[card.kindId] ?? 0) <= 1;
}

/** What screen readers say when a card was turned over. */
export function describePull(card: ShownCard, copies: Readonly<Record<string, number>>): string {
  const has = isNew(card, copies) ? 'It is new.' : `You have ${copies[card.kindId]}.`;
  return `You got a card: ${card.name}, ${card.rarity}. ${has}`;
}
