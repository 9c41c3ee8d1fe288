import type { Page } from 'playwright-core';
import { discussionScreens } from './discussion-screens.ts';
import type { Props, Screen } from './screens.ts';

/** The screens of a community that has something to show, as its keeper and others see them. */
export function communityScreens({ keeper, friend, suspended, player }: Props): Screen[] {
  const as = (who: Screen['who']) => (name: string, path: string, act?: Screen['act']) => ({
    name,
    who,
    path,
    act,
  });
  const [own, newcomer, visitor] = [as('keeper'), as('newcomer'), as('visitor')];
  return [
    own('notification', '/profile/notification'),
    newcomer('notification-empty', '/profile/notification'),
    own('profile-comments', '/profile'),
    own('profile-comment-question', '/profile', askToDelete),
    visitor('profile-of-comments', `/profile/${keeper}`),
    visitor('profile-of-comments-page-2', `/profile/${keeper}?page=2`),
    newcomer('profile-of-keeper', `/profile/${keeper}`),
    own('profile-of-friend', `/profile/${friend}`),
    own('profile-of-suspended', `/profile/${suspended}`),
    own('profile-comment-as-moderator', `/profile/${friend}`, askToDelete),
    own('messages', '/messages'),
    newcomer('messages-empty', '/messages'),
    own('chat', `/chat/${keeper}/${friend}`, connected),
    own('chat-older', `/chat/${keeper}/${friend}`, async (page) => {
      await connected(page);
      await page.getByRole('main').getByText('Show More').click();
      await page.getByText(`What ${keeper} says, 1.`).waitFor();
    }),
    own('friends', `/profile/${keeper}/friends`),
    own('friend-remove-question', `/profile/${friend}/friend?ask=remove`),
    own('blocked', '/profile/blocked'),
    own('social-results', '/community/social'),
    visitor('social-results-visitor', '/community/social'),
    own('moderation', `/profile/${player}/moderation`),
    own('moderation-suspended', `/profile/${suspended}/moderation`),
    own('moderation-question', `/profile/${player}/moderation`, async (page) => {
      const form = page.getByRole('region', { name: 'Suspend the account' });
      await form.getByText('7 days').click();
      await form.getByLabel('Reason').fill('Rude to others.');
      await form.getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('dialog', { name: `Suspend ${player}?` }).waitFor();
    }),
    own('moderation-log', '/moderation/log'),
    own('file-service', '/moderation/file-service?secret'),
    own('moderation-log-nothing', `/moderation/log?of=${player}`),
    ...discussionScreens(),
  ];
}

async function askToDelete(page: Page) {
  await page
    .getByRole('link', { name: /^Delete the comment of/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

async function connected(page: Page) {
  await page.getByText('Connecting…').waitFor({ state: 'hidden' });
}
