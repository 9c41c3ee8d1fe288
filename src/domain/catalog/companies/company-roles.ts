import { type SQL, sql } from 'drizzle-orm';
import { developers, gameDevelopers, gamePublishers, publishers } from '#database/schema.ts';

/** What a company is to games. */
export type CompanyKind = 'publisher' | 'developer';

/** Where companies of a kind are, where their games are linked, and by which column. */
export interface CompanySide {
  company: SQL;
  links: SQL;
  id: SQL;
}

export const companySides: Record<CompanyKind, CompanySide> = {
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
