import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';

/** Reads the form of a game of the site. Its schema expects the genres joined with commas, and links as lines. */
export function readOwnGame(form: FormData) {
  form.set(
    'genres',
    form
      .getAll('genres')
      .filter((value) => typeof value === 'string')
      .join(','),
  );
  form.set('links', readGameLinks(form));
  return parseInput(ownGameInput, form);
}

/** The rows of `GameLinkFields` as the lines that the schema expects. */
function readGameLinks(form: FormData): string {
  return Array.from({ length: ownGameConstants.linksMax }, (_, row) =>
    [`label-${row}`, `address-${row}`].map((name) => String(form.get(name) ?? '')).join(' '),
  ).join('\n');
}
