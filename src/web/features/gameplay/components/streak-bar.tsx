import type { DrawChances } from '#domain/gameplay/get-draw-chances.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';

const percentFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** How many cards the player drew since the last legendary one, and the odds that the next card is one. */
export function StreakBar({ streak }: { streak: NonNullable<DrawChances['streak']> }) {
  const { longestStreak, rareStreak } = gameplayConstants;
  const cards = Math.min(streak.cards, longestStreak);
  return (
    <div className="grid gap-2 rounded-md bg-surface p-5 shadow-lift">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="font-medium">
          {cards === 1
            ? '1 card since the last legendary one'
            : `${cards} cards since the last legendary one`}
        </span>
        <span className="font-semibold text-accent-ink tabular-nums">
          {percentFormat.format(streak.odds)} with the next card
        </span>
      </p>
      <div
        role="progressbar"
        aria-label="Cards to a certain legendary one"
        aria-valuemin={0}
        aria-valuemax={longestStreak}
        aria-valuenow={cards}
        aria-valuetext={`${cards} of ${longestStreak} cards`}
        className="relative h-2.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className="h-full rounded-full bg-rarity-legendary"
          style={{ width: `${(cards / longestStreak) * 100}%` }}
        />
        <span aria-hidden className="absolute inset-y-0 left-1/2 w-px bg-muted" />
      </div>
      <p className="text-sm text-muted">
        After {rareStreak} cards without a legendary one the chance rises with each card. Card{' '}
        {longestStreak} is legendary for certain.
      </p>
    </div>
  );
}
