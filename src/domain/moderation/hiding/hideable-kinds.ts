import type { ReportKind } from '#shared/constants/moderation/reports.ts';
import { hideableMessages } from '../../chat/hideable-messages.ts';
import { hideableProfileComments } from '../../comments/hideable-profile-comments.ts';
import { hideableComments } from '../../discussions/comments/hideable-comments.ts';
import { hideableDiscussions } from '../../discussions/hideable-discussions.ts';
import { hideablePictures } from '../../gallery/hideable-pictures.ts';
import type { HideableKind } from '../../lib/hiding/hideable-kind.ts';

/** What can be hidden: everything that can be reported, except profiles. */
export type HideableThingKind = Exclude<ReportKind, 'profile'>;

/** How the things of each kind are hidden and shown. */
export const hideableKinds: Record<HideableThingKind, HideableKind> = {
  'profile-comment': hideableProfileComments,
  discussion: hideableDiscussions,
  'discussion-comment': hideableComments,
  picture: hideablePictures,
  message: hideableMessages,
};

export function isHideableKind(kind: unknown): kind is HideableThingKind {
  return typeof kind === 'string' && Object.hasOwn(hideableKinds, kind);
}
