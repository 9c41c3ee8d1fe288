import { GenreHints } from './genre-hints.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';
import { Shelf, ShelfCard } from './shelf.tsx';

interface ShelfGame {
  id: number;
  name: string;
  released: string | null;
  rating: number;
  backgroundImage: string | null;
}

interface ShopShelvesProps {
  newest: ShelfGame[];
  bestRated: ShelfGame[];
  mostOwned: (ShelfGame & { owners: number })[];
  genres: { slug: string; total: number; covers: string[] }[];
  priceCents: number;
  /** The reader's games among those shown. */
  owned: ReadonlySet<number>;
}

/** What the shop's home shows above its list. A shelf without games is not there. */
export function ShopShelves(props: ShopShelvesProps) {
  const { newest, bestRated, mostOwned, genres, priceCents, owned } = props;
  return (
    <div className="mb-12 grid gap-9 lg:gap-11">
      {newest.length > 0 && (
        <Shelf title="New" all="/?order=released">
          {newest.map((game, index) => (
            <ShelfCard
              key={game.id}
              game={game}
              priceCents={priceCents}
              owned={owned.has(game.id)}
              eager={index < 3}
            />
          ))}
        </Shelf>
      )}
      {bestRated.length > 0 && (
        <Shelf title="Best rated" all="/?order=rating">
          {bestRated.map((game) => (
            <ShelfCard
              key={game.id}
              game={game}
              priceCents={priceCents}
              owned={owned.has(game.id)}
            />
          ))}
        </Shelf>
      )}
      {genres.length > 0 && <GenreHints genres={genres} />}
      {mostOwned.length > 0 && (
        <Shelf title="Most owned here">
          {mostOwned.map((game) => (
            <ShelfCard
              key={game.id}
              game={game}
              fact={game.owners === 1 ? '1 owner' : `${game.owners} owners`}
              priceCents={priceCents}
              owned={owned.has(game.id)}
            />
          ))}
        </Shelf>
      )}
      <RecentlyViewed priceCents={priceCents} />
    </div>
  );
}
