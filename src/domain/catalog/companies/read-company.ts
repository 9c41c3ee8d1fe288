import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { withCover } from '../covers/cover-address.ts';
import { type GameSummary, summaryOfGame } from '../games/game-list.ts';
import { type CatalogueReader, listFromProvider, lookUpCached } from '../provider/cached-lookup.ts';
import { companyQuery } from '../provider/provider-query.ts';
import { type CompanyKind, companySides } from './company-roles.ts';

export interface CompanyPage {
  id: number;
  /** Under which of the ids of its slug it is to be found: the smallest. */
  canonicalId: number;
  name: string;
  description: string;
  games: GameSummary[];
  total: number;
  /** How many pages of its games can be had at most, where a games database has them. */
  pagesMax?: number;
}

const value = sql.placeholder;

/**
 * Makes the read of a publisher's or a developer's page: who it is, a page of its games, the most rated
 * first unless a games database has them in its own order, and how many there are. It answers null for
 * an unknown id.
 */
export function companyReader(kind: CompanyKind) {
  const from = companySides[kind];
  // The bundle and a games database number companies differently: one slug is one company, whichever of
  // the two its games are linked with by now.
  const itsGames = sql`select link.game_id from ${from.links} as link
    join ${from.company} as same on same.id = link.${from.id} where same.slug = company.slug`;
  const read = preparedStatement<CompanyPage, { id: number; limit: number; offset: number }>(
    `get-${kind}`,
    sql`select company.id, company.name, (
        select min(same.id) from ${from.company} as same where same.slug = company.slug
      ) as "canonicalId",
      coalesce(nullif(company.description, ''), (
        select same.description from ${from.company} as same
        where same.slug = company.slug and same.description <> '' limit 1
      ), '') as description,
      (select count(distinct its.game_id)::integer from (${itsGames}) as its) as total,
      array(
        select jsonb_build_object(${summaryOfGame})
        from ${games} as game where game.id in (${itsGames})
        order by game.ratings_count desc nulls last, game.id
        limit ${value('limit')}::integer offset ${value('offset')}::integer
      ) as games
    from ${from.company} as company where company.id = ${value('id')}::integer`,
  );
  return async (ctx: CatalogueReader, id: number, page: number): Promise<CompanyPage | null> => {
    const values = {
      id,
      limit: shopConstants.pageSize,
      offset: (page - 1) * shopConstants.pageSize,
    };
    const readCompany = async () => (await read(ctx.db, values))[0] ?? null;
    const question = companyQuery(kind, id);
    let company = await readCompany();
    // Who is unknown is asked for first: of a company that there is not, no list is asked.
    if (!company) {
      const { renewed, isOpen } = await lookUpCached(ctx, question, { held: false });
      if (renewed) company = await readCompany();
      if (!company && isOpen) {
        const text = `This ${kind} cannot be looked up at the moment.`;
        throw new AppError('lookup-failed', {
          retryAfterMs: catalogProviderConstants.retryMs,
          text,
        });
      }
    }
    if (!company) return null;
    const [{ renewed }, list] = await Promise.all([
      lookUpCached(ctx, question, { held: true, known: true }),
      listFromProvider(
        ctx,
        { [kind]: id, page },
        { held: company.games.length > 0, known: page === 1 },
      ),
    ]);
    if (renewed) company = (await readCompany()) ?? company;
    // A source that knows of none may number it differently: the games that we hold are not hidden.
    if (list && list.total > 0) return { ...company, ...list };
    return { ...company, games: company.games.map(withCover) };
  };
}
