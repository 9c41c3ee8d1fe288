import { textFilterConstants } from '#shared/constants/moderation/text-filters.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { FilterInput } from '#shared/schemas/moderation/text-filters.ts';
import { parseHost } from './link-matcher.ts';
import { parseWordPattern } from './word-matcher.ts';

/**
 * A typed filter with the form in which it is compared. A host is stored as browsers ask for it.
 * @throws AppError `bad-input` at the field `pattern` if the word or the host cannot be compared.
 */
export function parseFilter({ kind, pattern, act }: FilterInput) {
  switch (kind) {
    case 'word': {
      const word = parseWordPattern(pattern);
      if (!word) throw createPatternError(wordProblem);
      const { folded, isOpenBefore, isOpenAfter } = word;
      const compared = `${isOpenBefore ? '*' : ''}${folded}${isOpenAfter ? '*' : ''}`;
      return { kind, pattern, act, compared };
    }
    case 'host':
    case 'allowed-host': {
      const host = parseHost(pattern);
      if (host === null) throw createPatternError(hostProblem);
      return { kind, pattern: host, act: kind === 'host' ? act : null, compared: host };
    }
    case 'other-hosts':
      return { kind, pattern: '', act, compared: '' };
  }
}

const wordProblem =
  'Write a word or a phrase with at least one letter, two with a star. A * can stand at the start and at the end only.';

const hostProblem = `Write a host such as example.com, at most ${textFilterConstants.hostMax} characters.`;

function createPatternError(text: string): AppError {
  return new AppError('bad-input', { fields: { pattern: text } });
}
