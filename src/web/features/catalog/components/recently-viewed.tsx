import { useContext, useRef, useState } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';
import { useViewer } from '#web/lib/viewer.ts';
import { Button } from '#web/ui/button.tsx';
import { Shelf, ShelfCard } from './shelf.tsx';
import { clearViewed, useViewedGames } from './viewed-games.ts';

interface RecentlyViewedProps {
  /** A game that is not shown, as its page is the one that is open. */
  except?: number;
  /** Cents, of every game. */
  priceCents: number;
  /** Its place in the page's layout. */
  className?: string;
}

/**
 * The games that this browser has looked at. Nobody but the browser knows them, so the page comes with
 * an empty row that a script opens, before anything is painted, where there will be games in it.
 */
export function RecentlyViewed({ except, priceCents, className = '' }: RecentlyViewedProps) {
  const viewer = useViewer();
  const known = useViewedGames();
  const nonce = useContext(FrameworkContext)?.nonce;
  const place = useRef<HTMLDivElement>(null);
  const [cleared, setCleared] = useState(false);
  const games = known?.filter(({ id }) => id !== except);

  function clear() {
    clearViewed();
    setCleared(true);
    // The button goes with its row; who used the keyboard goes on from here.
    place.current?.focus({ preventScroll: true });
  }

  return (
    <div
      ref={place}
      tabIndex={-1}
      className={`${className} outline-none ${games ? 'empty:hidden' : 'viewed-place'}`}
    >
      {!games && (
        <>
          <script nonce={nonce} suppressHydrationWarning>
            {placeScript(except ?? 0)}
          </script>
          <Shelf title="Recently viewed" small>
            <li className="shelf-card" aria-hidden>
              <div className="game-cover" />
              <h3>
                <span>&nbsp;</span>
              </h3>
              <p className="shelf-facts">&nbsp;</p>
            </li>
          </Shelf>
        </>
      )}
      {games && games.length > 0 && (
        <Shelf
          title="Recently viewed"
          small
          action={
            <Button variant="ghost" size="sm" type="button" onClick={clear}>
              Clear<span className="sr-only"> recently viewed games</span>
            </Button>
          }
        >
          {games.map((game) => (
            <ShelfCard
              key={game.id}
              game={game}
              // Which of them a player owns the page does not know.
              priceCents={viewer ? undefined : priceCents}
            />
          ))}
        </Shelf>
      )}
      {cleared && games?.length === 0 && (
        <p role="status" className="sr-only">
          Recently viewed games are cleared.
        </p>
      )}
    </div>
  );
}

/** Tells the style sheet whether a row of games is about to appear. */
function placeScript(except: number): string {
  return `try{if(JSON.parse(localStorage.getItem('viewed')).some(g=>Number.isSafeInteger(g?.id)&&g.id>0&&g.id!==${except}&&g.name?.trim?.()))document.documentElement.dataset.viewed=''}catch{}`;
}
