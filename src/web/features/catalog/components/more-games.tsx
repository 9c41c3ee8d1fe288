import { shopGenres } from '#shared/constants/genres.ts';
import { Shelf, ShelfCard } from './shelf.tsx';

interface OtherGame {
  id: number;
  name: string;
  released: string | null;
  rating: number;
  backgroundImage: string | null;
}

interface MoreGamesProps {
  related: {
    byDeveloper: { developer: { id: number; name: string } | null; games: readonly OtherGame[] };
    ofGenre: { genre: { slug: string; name: string } | null; games: readonly OtherGame[] };
    /** The reader's games among them. */
    owned: readonly number[];
  };
  /** Cents. */
  priceCents: number;
}

/** Games to go on to from another one's page: of its developer, then of its genre. */
export function MoreGames({ related, priceCents }: MoreGamesProps) {
  const { developer, games: byDeveloper } = related.byDeveloper;
  const { genre, games: ofGenre } = related.ofGenre;
  const filter = shopGenres.find(({ slug }) => slug === genre?.slug);
  const cards = (games: readonly OtherGame[]) =>
    games.map((game) => (
      <ShelfCard
        key={game.id}
        game={game}
        priceCents={priceCents}
        owned={related.owned.includes(game.id)}
      />
    ));
  return (
    // Six at most: on the widest screens they fill the row too.
    <div className="grid min-w-0 gap-10 empty:hidden lg:order-2 lg:col-span-full 2xl:[&_.shelf]:[--columns:6]">
      {developer && byDeveloper.length > 0 && (
        <Shelf title={`More from ${developer.name}`} all={`/developer/${developer.id}`}>
          {cards(byDeveloper)}
        </Shelf>
      )}
      {genre && ofGenre.length > 0 && (
        // Only what the shop filters by has a list of its own.
        <Shelf
          title={`More ${filter?.name ?? genre.name} games`}
          all={filter && `/?genre=${filter.slug}`}
        >
          {cards(ofGenre)}
        </Shelf>
      )}
    </div>
  );
}
