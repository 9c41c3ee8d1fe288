import type { Role } from '#shared/constants/roles.ts';

/** A comment with the rights of its reader. */
export interface Comment {
  id: string;
  text: string;
  createdAt: Date;
  author: { username: string; name: string; profilePic: string; role: Role };
  /** Whether the reader may delete it: as its author or the profile's owner, or as a moderator. */
  deletable: 'freely' | 'with-reason' | 'no';
}

/** Why the reader cannot comment; null when comments are allowed. */
export type CommentRestriction = 'visitor' | 'guest' | 'suspended' | 'not-reachable' | null;

/** The result of a form about comments on a profile. */
export interface CommentAnswer {
  posted?: string;
  deleted?: string;
  refusal?: { code: string; message: string; fields: Record<string, string> };
  /** The typed values of a rejected form. */
  typed?: Record<string, string>;
}
