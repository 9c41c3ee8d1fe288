import { type SQL, sql } from 'drizzle-orm';
import { developers, gameDevelopers, gamePublishers, publishers } from '#database/schema.ts';

/** The role in which a company is linked to games. */
export type CompanyRole = 'publisher' | 'developer';

/** The tables of one company role, as SQL identifiers. */
export interface CompanyTables {
  company: SQL;
  /** The table that links games and companies. */
  links: SQL;
  /** The column of `links` with the company's id. */
  id: SQL;
}

export const companyTables: Record<CompanyRole, CompanyTables> = {
  publisher: {
    company: sql`${publishers}`,
    links: sql`${gamePublishers}`,
    id: sql`publisher_id`,
  },
  developer: {
    company: sql`${developers}`,
    links: sql`${gameDevelopers}`,
    id: sql`developer_id`,
  },
};
