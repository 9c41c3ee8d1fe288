import { Square } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { rarityNames } from '#web/ui/cards/rarity-badge.tsx';
import { ProgressRing } from '#web/ui/loading/progress-ring.tsx';
import { usePlayBar } from './use-play-bar.ts';

/** Follows on every screen while a session runs: the cycle, the game, the last card and Stop. */
export default function PlayBar() {
  const { running, percent, problem, stop, stopping } = usePlayBar();
  const card = running?.cards[0];
  if (!running) return null;
  return (
    <aside
      aria-label="Playing"
      data-bottom-bar
      data-play-bar
      className="sticky bottom-0 z-30 min-h-16 animate-rise bg-raised shadow-float"
    >
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 py-2 sm:gap-5 sm:px-6">
        <ProgressRing value={percent} label="Progress to the next card" className="w-11 shrink-0">
          <span className="text-xs font-bold tabular-nums">{percent}</span>
        </ProgressRing>
        <div className="grid min-w-0 flex-1">
          <Link
            to={`/game-session/${running.gameId}`}
            className="inline-flex min-h-6 items-center font-semibold"
          >
            <span className="truncate">{running.game}</span>
          </Link>
          <p aria-live="polite" className="truncate text-sm text-muted">
            {problem ?? (card ? `Last card: ${card.name}, ${rarityNames[card.rarity]}` : 'Playing')}
          </p>
        </div>
        {card && (
          <img
            key={card.id}
            src={card.picture}
            alt=""
            width={36}
            height={48}
            className="h-12 w-9 shrink-0 animate-turn"
          />
        )}
        <Button type="button" variant="quiet" pending={stopping} onClick={stop}>
          <Square aria-hidden />
          Stop
        </Button>
      </div>
    </aside>
  );
}
