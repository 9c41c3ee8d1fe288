import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { editedGameInput } from '#shared/schemas/edited-games.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';

/** Reads the form of a game of the site. */
export function readOwnGame(form: FormData) {
  return parseInput(ownGameInput, joinFields(form));
}

/** Reads the form of a game of another source. */
export function readEditedGame(form: FormData) {
  return parseInput(editedGameInput, joinFields(form));
}

/** The schemas expect the genres joined with commas, and links as lines. */
function joinFields(form: FormData): FormData {
  form.set(
    'genres',
    form
      .getAll('genres')
      .filter((value) => typeof value === 'string')
      .join(','),
  );
  form.set('links', readPageLinks(form));
  return form;
}

/** The rows of `GameLinkFields`. */
function readPageLinks(form: FormData): string {
  return Array.from({ length: ownGameConstants.linksMax }, (_, row) =>
    [`label-${row}`, `address-${row}`].map((name) => String(form.get(name) ?? '')).join(' '),
  ).join('\n');
}
