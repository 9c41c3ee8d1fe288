import { searchWords } from '#domain/lib/search-words.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import type { GameOrder } from '#shared/constants/game-order.ts';
import type { CompanyKind } from '../companies/company-roles.ts';
import type { GameListQuery } from './catalog-provider.ts';

/** What can be asked of a games database. */
export type ProviderQuery =
  | { kind: 'game' | CompanyKind; id: number }
  | { kind: 'list'; list: GameListQuery };

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
export function queryKey(question: ProviderQuery): string {
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
export function listQuery(input: ListInput): ProviderQuery | null {
  const { search = '', order, page, genre, publisher, developer } = input;
  const term = searchWords(search);
  const length = [...term].length;
  if (
    search.trim() &&
    (length < catalogProviderConstants.searchMin || length > shopConstants.searchMax)
  )
    return null;
  if (page > catalogProviderConstants.pageMax) return null;
  if (Math.max(publisher ?? 0, developer ?? 0) >= catalogProviderConstants.ownCompaniesFrom)
    return null;
  return {
    kind: 'list',
    list: {
      search: term || undefined,
      genre: genre || undefined,
      publisher,
      developer,
      order: order === 'relevance' ? undefined : order,
      page,
      pageSize: shopConstants.pageSize,
    },
  };
}

/** The question for who a company is; null for one with an id of our own. */
export function companyQuery(kind: CompanyKind, id: number): ProviderQuery | null {
  return id < catalogProviderConstants.ownCompaniesFrom ? { kind, id } : null;
}
