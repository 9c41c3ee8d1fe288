import type { FriendMatch } from '#domain/trades/match-friends.ts';
import { newTradePath } from '#web/paths/trades.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';

/** Friends who have what the reader misses and miss what the reader has twice. */
export function FriendMatches({ matches }: { matches: readonly FriendMatch[] }) {
  return (
    <section aria-labelledby="matches-title" className="mt-12 grid gap-4">
      <div className="grid gap-1">
        <h2 id="matches-title" className="text-xl">
          Good swaps
        </h2>
        <p className="text-muted">
          Friends with second copies of what you miss, who miss what you have twice.
        </p>
      </div>
      <ul className="grid gap-3 lg:grid-cols-2">
        {matches.map(({ username, profilePic, give, get }) => (
          <li key={username} className="grid gap-4 rounded-lg bg-surface p-4 shadow-lift sm:p-5">
            <div className="flex flex-wrap items-center gap-3">
              <Avatar picture={profilePic} size={36} />
              <h3 className="min-w-0 flex-1 wrap-anywhere">{username}</h3>
              <ButtonLink to={newTradePath(username, { give, get })} size="sm">
                Make this offer<span className="sr-only"> to {username}</span>
              </ButtonLink>
            </div>
            <div className="grid grid-cols-2 gap-3">
              <Cards label="You give" cards={give} />
              <Cards label="You get" cards={get} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Cards({ label, cards }: { label: string; cards: FriendMatch['give'] }) {
  return (
    <div className="grid content-start gap-2 rounded-md bg-well p-3">
      <p className="text-sm text-muted">{label}</p>
      <ul className="flex flex-wrap gap-2">
        {cards.map(({ gameId, kindId, name, rarity, picture }) => (
          <li key={`${gameId} ${kindId}`}>
            <CardPicture
              name={name}
              rarity={rarity}
              picture={picture}
              caption={false}
              className="w-14"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
