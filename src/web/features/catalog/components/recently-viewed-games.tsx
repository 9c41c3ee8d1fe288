import { useContext, useRef, useState } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';
import type { Prices } from '#domain/catalog/prices/read-prices.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { accountKeys } from '#web/lib/stored-values/account-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { GameShelf, GameShelfCard } from './game-shelf.tsx';
import { clearViewedGames, useViewedGames } from './viewed-games.ts';

interface RecentlyViewedGamesProps {
  /** The id of a game to leave out: the one whose page is open. */
  except?: number;
  prices: Pick<Prices, 'defaultCents' | 'isUniform'>;
  className?: string;
}

/**
 * The games that were viewed in this browser. Only the browser stores them, so the server renders an
 * empty row. An inline script shows that row before the first paint when there are games to put into it.
 */
export function RecentlyViewedGames({ except, prices, className = '' }: RecentlyViewedGamesProps) {
  const viewer = useViewer();
  const username = viewer?.username ?? null;
  const viewed = useViewedGames(username);
  const nonce = useContext(FrameworkContext)?.nonce;
  const container = useRef<HTMLDivElement>(null);
  const [cleared, setCleared] = useState(false);
  const games = viewed?.filter(({ id }) => id !== except);

  function clear() {
    clearViewedGames(username);
    setCleared(true);
    // The Clear button disappears with its row, so the focus moves to the container.
    container.current?.focus({ preventScroll: true });
  }

  return (
    <div
      ref={container}
      tabIndex={-1}
      className={`${className} outline-none ${games ? 'empty:hidden' : 'viewed-place'}`}
    >
      {!games && (
        <>
          <script nonce={nonce} suppressHydrationWarning>
            {buildInlineScript(username, except ?? 0)}
          </script>
          <GameShelf title="Recently viewed" small>
            <li className="shelf-card" aria-hidden>
              <div className="game-cover" />
              <h3>
                <span>&nbsp;</span>
              </h3>
              <p className="shelf-facts">&nbsp;</p>
            </li>
          </GameShelf>
        </>
      )}
      {games && games.length > 0 && (
        <GameShelf
          title="Recently viewed"
          small
          action={
            <Button variant="ghost" size="sm" type="button" onClick={clear}>
              Clear<span className="sr-only"> recently viewed games</span>
            </Button>
          }
        >
          {games.map((game) => (
            <GameShelfCard
              key={game.id}
              game={game}
              // The page does not know which of these games a player owns, nor their own prices.
              price={viewer || !prices.isUniform ? undefined : { cents: prices.defaultCents }}
            />
          ))}
        </GameShelf>
      )}
      {cleared && games?.length === 0 && (
        <p role="status" className="sr-only">
          Recently viewed games are cleared.
        </p>
      )}
    </div>
  );
}

/** A script that sets `data-viewed` on the document when stored games will be shown. */
function buildInlineScript(username: string | null, except: number): string {
  const owners = username === null ? [null] : [username, null];
  // A username has no character that could end the script.
  const keys = JSON.stringify(owners.map(accountKeys.viewedGames));
  return `try{if(${keys}.map(k=>JSON.parse(localStorage.getItem(k))).filter(Array.isArray).flat().some(g=>Number.isSafeInteger(g?.id)&&g.id>0&&g.id!==${except}&&g.name?.trim?.()))document.documentElement.dataset.viewed=''}catch{}`;
}
