import { z } from 'zod';
import { joinModes, groupConstants as limits, memberAudiences } from '../constants/groups.ts';
import { atMostText } from '../format/texts/characters.ts';
import { searchTerm } from './fields/list-query.ts';
import { normalizeText } from './fields/normalize-text.ts';
import { toOneLine } from './fields/one-line.ts';
import { pageNumber } from './fields/paging.ts';

/** The query of lists of groups. Invalid values are ignored. */
export const groupsQuery = z.object({
  q: searchTerm(limits.searchMax).catch(''),
  page: pageNumber(limits.pageMax),
});
export type GroupsQuery = z.output<typeof groupsQuery>;

/** The query of the page of a group: its members. */
export const groupQuery = z.object({ page: pageNumber(limits.pageMax) });

/** The form with the facts of a group. */
export const groupInput = z.object({
  name: z
    .string('Enter a name.')
    .overwrite(toOneLine)
    .min(1, 'Enter a name.')
    .max(limits.nameMax, atMostText(limits.nameMax)),
  description: z
    .string()
    .overwrite(normalizeText)
    .max(limits.descriptionMax, atMostText(limits.descriptionMax))
    .default(''),
  membersShownTo: z.enum(memberAudiences, 'Choose who sees the members.'),
  joining: z.enum(joinModes, 'Choose how one joins.'),
});
export type GroupInput = z.output<typeof groupInput>;

/** A form about a member of a group, or about who asks to become one. */
export const memberInput = z.object({
  username: z.string('Enter a username.').trim().min(1, 'Enter a username.').max(64),
});

/** The form with the roles of a group, a checkbox for each. */
export const groupRolesInput = z.object({
  roles: z.array(z.string().max(50)).max(100),
});

/** The form that says for whom a game exists. */
export const gameAudienceInput = z.discriminatedUnion(
  'audience',
  [
    z.object({ audience: z.literal('everybody') }),
    z.object({
      audience: z.literal('groups'),
      groups: z.array(z.uuid()).max(limits.groupsMax),
    }),
  ],
  'Choose who sees the game.',
);

/** The group of a form; empty for none. */
export const chosenGroup = z
  .union([z.literal(''), z.uuid()], 'Choose a group.')
  .default('')
  .transform((id) => id || null);
