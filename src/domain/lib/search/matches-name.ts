import { ilike, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { escapeForLike, toSearchWords } from './search-words.ts';

/**
 * The condition that a name contains a typed text, compared as `toSearchWords` compares; a text without a letter or
 * digit as typed. No index helps, so the rows must be few: those of one account, or those of a log.
 */
export function matchesName(name: SQLWrapper, q: string): SQL {
  const term = toSearchWords(q);
  const pattern = `%${escapeForLike(term || q)}%`;
  return term ? sql`search_words(${name}) like ${pattern}` : ilike(sql`${name}`, pattern);
}
