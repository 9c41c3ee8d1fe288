import type { Right } from '../../rules/rights.ts';

/** The rights as sentences, by which admins choose them. */
export const rightTexts: Readonly<Record<Right, string>> = {
  'edit-catalog':
    'May add, edit, hide and order the games of this site, their prices, sales and card sets.',
  moderate:
    'May do what moderators do: decide reports, hide and delete texts and pictures, and suspend guests and players.',
  'manage-groups':
    'May make, change and delete groups, and choose their members and leaders. Only admins add members to a group on which something hangs, and take members out of one that limits them.',
  invite: 'May make and withdraw invitations, except to groups on which something hangs.',
  'see-economy': 'May see the figures of the economy and the results of its audit, and start it.',
};
