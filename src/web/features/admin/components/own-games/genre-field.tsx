interface GenreFieldProps {
  genres: readonly { slug: string; name: string }[];
  /** The slugs of the chosen ones. */
  chosen: readonly string[];
}

/** The genres of a game, to be ticked. */
export function GenreField({ genres, chosen }: GenreFieldProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Genres</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {genres.map(({ slug, name }) => (
          <label key={slug} className="inline-flex min-h-8 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              name="genres"
              value={slug}
              defaultChecked={chosen.includes(slug)}
              className="size-5"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
