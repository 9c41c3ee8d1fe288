import { ownGameInput } from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';

/** Reads the form of a game of the site. Its schema expects the genres joined with commas. */
export function readOwnGame(form: FormData) {
  form.set(
    'genres',
    form
      .getAll('genres')
      .filter((value) => typeof value === 'string')
      .join(','),
  );
  return parseInput(ownGameInput, form);
}
