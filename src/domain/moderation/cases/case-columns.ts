import { alias } from 'drizzle-orm/pg-core';
import { reportCases, users } from '#database/schema.ts';

/** Who works on a case, and who closed it. */
export const taker = alias(users, 'taker');
export const closer = alias(users, 'closer');

/** What pages show of a case. `users` is its author. */
export const caseColumns = {
  id: reportCases.id,
  kind: reportCases.kind,
  author: users.displayUsername,
  text: reportCases.copy,
  foundByFilter: reportCases.foundByFilter,
  openedAt: reportCases.openedAt,
  takenBy: taker.displayUsername,
  takenAt: reportCases.takenAt,
  closedBy: closer.displayUsername,
  closedAt: reportCases.closedAt,
  outcome: reportCases.outcome,
};
