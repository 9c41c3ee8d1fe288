/** Who sees the members of a group. Admins always do. */
export const memberAudiences = ['everyone', 'members', 'leaders'] as const;
export type MemberAudience = (typeof memberAudiences)[number];

/** How an account becomes a member by itself. Admins and their invitations always can make it one. */
export const joinModes = ['self', 'request', 'invitation'] as const;
export type JoinMode = (typeof joinModes)[number];

/** How an account became a member. */
export const entryKinds = ['self', 'request', 'invitation', 'admin', 'code', 'import'] as const;
export type EntryKind = (typeof entryKinds)[number];

export const groupConstants = {
  nameMax: 60,
  descriptionMax: 500,
  searchMax: 60,
  /** Groups of the site. */
  groupsMax: 500,
  /** Groups that an account can be in. */
  ofAccountMax: 50,
  /** Requests of an account without an answer. */
  requestsMax: 10,
  /** Leaders of a group, who are all notified of a request. */
  leadersMax: 20,
  /** How long a refused account has to wait before it can ask again. */
  refusedMs: 7 * 24 * 60 * 60 * 1000,
  /** Games of a group that its page in the administration names. */
  gamesShown: 100,
  pageSize: 20,
  membersPageSize: 50,
  pageMax: 500,
} as const;
