import type { Role } from '#shared/constants/roles.ts';

/** A comment as its reader sees it. */
export interface Comment {
  id: string;
  text: string;
  createdAt: Date;
  author: { username: string; name: string; profilePic: string; role: Role };
  /** Whether the reader may delete it: as its author or the profile's owner, or as a moderator. */
  deletable: 'freely' | 'with-reason' | 'no';
}

/** Why the reader cannot comment; null when nothing is in the way. */
export type CommentBar = 'visitor' | 'guest' | 'suspended' | 'not-reachable' | null;

/** What a profile answers a form about its comments. */
export interface CommentAnswer {
  posted?: string;
  deleted?: string;
  refusal?: { code: string; message: string; fields: Record<string, string> };
  /** What a refused form had in it. */
  typed?: Record<string, string>;
}
