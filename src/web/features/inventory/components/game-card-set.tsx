import { Layers, Play, Puzzle } from 'lucide-react';
import type { CardWithOdds } from '#domain/card-sets/list-card-set.ts';
import { usePartsOff, useViewer } from '#web/lib/root-data.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardOdds } from '#web/ui/cards/card-odds.tsx';
import { PageSection } from '#web/ui/page-section.tsx';

interface GameCardSetProps {
  gameId: number;
  /** Whether the reader owns the game. */
  owned: boolean;
  kinds: readonly CardWithOdds[];
  /** Whether this is the shared set of all games without their own set. */
  shared: boolean;
  /** The number of copies that the reader holds, by card kind id. */
  held: Readonly<Record<string, number>>;
  /** The time that one card takes, in words: `15 seconds`. */
  cycle: string;
}

/** The card set of a game: the odds of each card and the copies that the reader holds. */
export function GameCardSet({ gameId, owned, kinds, shared, held, cycle }: GameCardSetProps) {
  const viewer = useViewer();
  const isMarketOn = !usePartsOff().market;
  const collected = kinds.filter(({ id }) => held[id]).length;
  return (
    <PageSection
      title="Cards to collect"
      intro={
        <>
          Each {cycle} of play draws one of these.
          {shared && ' All games without a set of their own share them.'}
          {viewer && (owned || collected > 0) && (
            <strong className="block font-semibold text-ink tabular-nums">
              You have {collected} of {kinds.length}.
            </strong>
          )}
        </>
      }
      actions={
        <>
          {viewer && collected > 0 && (
            <ButtonLink to={`/profile/${viewer.username}/inventory`} variant="quiet" size="sm">
              <Layers aria-hidden />
              Inventory
            </ButtonLink>
          )}
          {viewer && (owned || collected > 0) && (
            <ButtonLink to={`/collection/${gameId}`} variant="quiet" size="sm">
              <Puzzle aria-hidden />
              Collection
            </ButtonLink>
          )}
          {owned && (
            <ButtonLink to={`/game-session/${gameId}`} variant="quiet" size="sm">
              <Play aria-hidden />
              Play for cards
            </ButtonLink>
          )}
        </>
      }
    >
      <CardOdds
        kinds={kinds}
        held={held}
        {...(isMarketOn && {
          linkTo: (kindId) => `/community/market/cards/${kindId}${shared ? `?game=${gameId}` : ''}`,
        })}
      />
    </PageSection>
  );
}
