import { useLocation } from 'react-router';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { useGamePrefetch, useShopGenres } from '#web/lib/root-data.ts';
import { ChipLink } from '#web/ui/chip.tsx';

/** The genre filter as links, so that it is part of the URL. The links keep the search. */
export function GenreChips({ current }: { current: string }) {
  const { search } = useLocation();
  const prefetch = useGamePrefetch();
  const genres = useShopGenres();
  // The links of all other pages have a text in them that nobody else may ever type.
  const isPlain =
    search === '' ||
    (search === `?genre=${current}` && genres.some(({ slug }) => slug === current));
  function linkTo(slug: string) {
    const query = new URLSearchParams(search);
    query.delete('page');
    if (slug) query.set('genre', slug);
    else query.delete('genre');
    return { pathname: '/', search: query.toString() };
  }
  return (
    <nav aria-label="Genres" className="-mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <CachedMarkup
        as="ul"
        className="flex w-max gap-2 sm:w-auto sm:flex-wrap"
        inputs={isPlain ? ['genre chips', search, current, prefetch, genres] : null}
      >
        {() => (
          <>
            {[{ slug: '', name: 'All Genres' }, ...genres].map(({ slug, name }) => (
              <li key={slug}>
                <ChipLink to={linkTo(slug)} current={slug === current}>
                  {name}
                </ChipLink>
              </li>
            ))}
          </>
        )}
      </CachedMarkup>
    </nav>
  );
}
