import type { GameOrder } from '#shared/game-order.ts';
import { gamesDatabase, shop } from '#shared/limits.ts';
import type { CompanyKind } from '../company-sides.ts';
import type { GamesQuestion } from '../games-database.ts';
import { searchWords } from '../search-words.ts';

/** What can be asked of a games database. */
export type Question =
  | { kind: 'game' | CompanyKind; id: number }
  | { kind: 'list'; list: GamesQuestion };

export interface ListInput {
  /** As typed. */
  search?: string;
  genre?: string;
  publisher?: number;
  developer?: number;
  order?: GameOrder;
  /** From 1. */
  page: number;
}

/** The one form of a question, the key of what is kept of it: `games/3498`, `games?page=2&search=portal`. */
export function questionKey(question: Question): string {
  if (question.kind === 'list') {
    const entries = Object.entries(question.list).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return `games?${new URLSearchParams(entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))}`;
  }
  return `${question.kind}s/${question.id}`;
}

/**
 * The question that a list asks, with the term in the form of `searchWords`, so that spellings share
 * it. Null where the source would only be pestered: a term of one or two characters or of too many, a
 * page that nobody leafs to, a company whose id is our own.
 */
export function listQuestion(input: ListInput): Question | null {
  const { search = '', order, page, genre, publisher, developer } = input;
  const term = searchWords(search);
  const length = [...term].length;
  if (search.trim() && (length < gamesDatabase.searchMin || length > shop.searchMax)) return null;
  if (page > gamesDatabase.pageMax) return null;
  if (Math.max(publisher ?? 0, developer ?? 0) >= gamesDatabase.ownCompaniesFrom) return null;
  return {
    kind: 'list',
    list: {
      search: term || undefined,
      genre: genre || undefined,
      publisher,
      developer,
      order: order === 'relevance' ? undefined : order,
      page,
      pageSize: shop.pageSize,
    },
  };
}

/** The question for who a company is; null for one with an id of our own. */
export function companyQuestion(kind: CompanyKind, id: number): Question | null {
  return id < gamesDatabase.ownCompaniesFrom ? { kind, id } : null;
}
