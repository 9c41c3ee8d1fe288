import type { ReportKind, ReportReason } from '#shared/constants/moderation/reports.ts';

/** The names of things that can be reported. */
export const reportKindNames: Readonly<Record<ReportKind, string>> = {
  'profile-comment': 'Comment on a profile',
  discussion: 'Discussion',
  'discussion-comment': 'Comment in a discussion',
  picture: 'Picture',
  message: 'Chat message',
  profile: 'Profile',
};

export const reasonNames: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam',
  harassment: 'Insult or harassment',
  'sexual-or-violent': 'Sexual or violent content',
  cheating: 'Cheating or trade fraud',
  'private-data': 'Private data',
  other: 'Something else',
};
