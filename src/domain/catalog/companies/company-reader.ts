import { sql } from 'drizzle-orm';
import { type ColumnTypes, integer, jsonArray, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { withCover } from '../covers/cover-path.ts';
import { type GameSummary, gameSummaryFields, gameSummaryValue } from '../games/game-list-sql.ts';
import { companyQuery } from '../provider/build-provider-query.ts';
import {
  type CatalogCtx,
  listFromProvider,
  queryCachedProvider,
} from '../provider/query-provider-or-database.ts';
import { type CompanyRole, companyTables } from './company-roles.ts';

export interface CompanyPage {
  id: number;
  /** The smallest id of the companies with its slug; the canonical URL of its page uses it. */
  canonicalId: number;
  name: string;
  description: string;
  games: GameSummary[];
  total: number;
  /** The last page that can be requested, if the games come from the catalog provider. */
  pagesMax?: number;
}

type StoredCompany = Omit<CompanyPage, 'pagesMax'>;

const columns: ColumnTypes<StoredCompany> = {
  id: integer,
  canonicalId: integer,
  name: text,
  description: text,
  total: integer,
  games: jsonArray(gameSummaryValue),
};

const value = sql.placeholder;

/**
 * Returns a function that reads the page of a publisher or developer: the company, one page of its games
 * and their number. The most rated games come first, or the provider's order applies. The function
 * returns null for an unknown id.
 * @throws AppError `lookup-failed`, if the company is not stored and the provider did not answer
 */
export function createCompanyReader(kind: CompanyRole) {
  const tables = companyTables[kind];
  // The bundle and the provider have different ids for one company. Companies with one slug are therefore
  // one company, whichever id its games are linked to.
  const gameIds = sql`select link.game_id from ${tables.links} as link
    join ${tables.company} as same on same.id = link.${tables.id}
    join ${games} as shown on shown.id = link.game_id and not shown.is_hidden
    where same.slug = company.slug`;
  const read = prepareStatement<StoredCompany, { id: number; limit: number; offset: number }>(
    `get-${kind}`,
    columns,
    sql`select company.id, company.name, (
        select min(same.id) from ${tables.company} as same where same.slug = company.slug
      ) as "canonicalId",
      coalesce(nullif(company.description, ''), (
        select same.description from ${tables.company} as same
        where same.slug = company.slug and same.description <> '' limit 1
      ), '') as description,
      (select count(distinct linked.game_id)::integer from (${gameIds}) as linked) as total,
      array(
        select jsonb_build_object(${gameSummaryFields})
        from ${games} as game where game.id in (${gameIds})
        order by game.ratings_count desc nulls last, game.id
        limit ${value('limit')}::integer offset ${value('offset')}::integer
      ) as games
    from ${tables.company} as company where company.id = ${value('id')}::integer`,
  );
  return async (ctx: CatalogCtx, id: number, page: number): Promise<CompanyPage | null> => {
    const values = {
      id,
      limit: shopConstants.pageSize,
      offset: (page - 1) * shopConstants.pageSize,
    };
    const readCompany = async () => (await read(ctx.db, values))[0] ?? null;
    const query = companyQuery(kind, id);
    let company: CompanyPage | null = await readCompany();
    // Fetches an unknown company first, so that no list is requested for one that does not exist.
    if (!company) {
      const { refreshed, isOpen } = await queryCachedProvider(ctx, query, {
        hasFallback: false,
      });
      if (refreshed) company = await readCompany();
      if (!company && isOpen) {
        const text = `This ${kind} cannot be looked up at the moment.`;
        throw new AppError('lookup-failed', {
          retryAfterMs: catalogProviderConstants.retryMs,
          text,
        });
      }
    }
    if (!company) return null;
    const [{ refreshed }, list] = await Promise.all([
      queryCachedProvider(ctx, query, { hasFallback: true, isKnown: true }),
      listFromProvider(
        ctx,
        { [kind]: id, page },
        { hasFallback: company.games.length > 0, isKnown: page === 1 },
      ),
    ]);
    if (refreshed) company = (await readCompany()) ?? company;
    // A provider without its games may know the company by another id. Stored games are then shown.
    if (list && list.total > 0) return { ...company, ...list };
    return { ...company, games: company.games.map(withCover) };
  };
}
