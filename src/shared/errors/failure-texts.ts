/**
 * The texts of forms and screens when something unexpected failed. Such a failure is a bug and no
 * AppError: the text comes with the id of the request, under which the log has the details.
 */
export const failureTexts = {
  'login-failed': 'Something went wrong. Please try again.',
  'guest-failed': 'Unable to login as guest.',
  'registration-failed': 'Error occurred during registration. Please try again.',
  'profile-failed': 'Failed to update profile.',
  'factor-failed': 'That did not work. Please try again.',
  'settings-failed': 'Failed to save your settings.',
  'account-change-failed': 'That did not work. Please try again.',
  'redeem-failed': 'The code could not be redeemed. Please try again.',
  'purchase-failed': 'An unexpected error occurred',
  'message-failed': 'The message could not be sent. Please try again.',
  'comment-failed': 'The comment could not be posted. Please try again.',
  'discussion-failed': 'Discussion not found or failed to load.',
  'discussions-failed': 'Failed to load discussions.',
  'discussion-not-saved': 'The discussion could not be saved. Please try again.',
  'discussion-action-failed': 'That did not work. Please try again.',
  'users-failed': 'Failed to load users.',
  'friends-failed': 'Failed to load friends list.',
  'requests-failed': 'Failed to load friend requests.',
  'friend-action-failed': 'That did not work. Please try again.',
  'picture-action-failed': 'That did not work. Please try again.',
  'market-failed': 'Failed to purchase the item.',
  'collection-failed': 'That did not work. Please try again.',
  'sale-failed': 'The card could not be put up for sale. Please try again.',
  'order-failed': 'The order could not be placed or changed. Please try again.',
  'wishlist-failed': 'Your wishlist could not be changed. Please try again.',
  'search-failed': 'The search could not be saved or deleted. Please try again.',
  'listing-failed': 'The listing could not be changed. Please try again.',
  'trade-failed': 'That did not work. Please try again.',
  'game-failed': 'That did not work. Please try again.',
  'moderation-failed': 'That did not work. Please try again.',
  'administration-failed': 'That did not work. Please try again.',
  'report-failed': 'The report could not be sent. Please try again.',
  'appeal-failed': 'The appeal could not be sent. Please try again.',
  'top-up-failed': 'The money could not be added. Please try again.',
  'reward-failed': 'The reward could not be claimed. Please try again.',
  'picture-failed': 'The picture could not be posted. Please try again.',
} as const;

export type FailureTextKey = keyof typeof failureTexts;
