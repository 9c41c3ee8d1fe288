import { toSearchWords } from '#domain/lib/search/search-words.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import type { GameOrder } from '#shared/constants/catalog/game-order.ts';
import type { CompanyRole } from '../companies/company-roles.ts';
import type { GameListQuery } from './catalog-provider-port.ts';

/** A query to the catalog provider. */
export type ProviderQuery =
  | { kind: 'game' | CompanyRole; id: number }
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

/** The normal form of a query: `games/3498`, `games?page=2&search=portal`. It is the key of the stored answer. */
export function queryKey(query: ProviderQuery): string {
  if (query.kind === 'list') {
    const entries = Object.entries(query.list).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return `games?${new URLSearchParams(entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))}`;
  }
  return `${query.kind}s/${query.id}`;
}

/**
 * The query for a list. The search term is normalized by `searchWords`, so that different spellings share
 * one stored answer. Null for lists that are not worth a call: a search term that is too short or too
 * long, a page beyond `pageMax`, a company with an id of the bundled catalog.
 */
export function listQuery(input: ListInput): ProviderQuery | null {
  const { search = '', order, page, genre, publisher, developer } = input;
  const term = toSearchWords(search);
  const length = [...term].length;
  if (
    search.trim() &&
    (length < catalogProviderConstants.searchMin || length > shopConstants.searchMax)
  )
    return null;
  if (page > catalogProviderConstants.pageMax) return null;
  if (Math.max(publisher ?? 0, developer ?? 0) >= catalogProviderConstants.ownCompanyIdsFrom)
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

/** The query for a company; null for an id of the bundled catalog. */
export function companyQuery(kind: CompanyRole, id: number): ProviderQuery | null {
  return id < catalogProviderConstants.ownCompanyIdsFrom ? { kind, id } : null;
}
