import { ageRatings } from '#shared/constants/catalog/age-ratings.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The age rating of a game: a suggested one, or any other words. */
export function AgeRatingField({ value }: { value: string | null }) {
  return (
    <>
      <TextField
        label="Age rating"
        hint="As its page says it, such as “PEGI 12”, or in your own words. A suggested one also raises the age from which the game is for players."
        maxLength={ownGameConstants.ageRatingMax}
        autoComplete="off"
        list="age-ratings"
        name="ageRating"
        defaultValue={value ?? ''}
      />
      <datalist id="age-ratings">
        {ageRatings.map((rating) => (
          <option key={rating} value={rating} />
        ))}
      </datalist>
    </>
  );
}
