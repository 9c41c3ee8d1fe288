import type { Page } from 'playwright-core';
import { discussionScreens } from './discussion-screens.ts';
import { as, type Props, type Screen } from './screen.ts';

/** The screens of a community that has something to show, as its keeper and others see them. */
export function communityScreens(props: Props): Screen[] {
  const { keeper, friend, suspended } = props;
  const [own, newcomer] = [as('keeper'), as('newcomer')];
  const [visitor, player] = [as('visitor'), as('player')];
  return [
    visitor('social', '/community/social'),
    player('social-player', `/community/social?q=${props.player}`),
    { ...player('social-guest', '/community/social?q=e'), who: 'guest' },
    visitor('social-nobody', '/community/social?q=zzzzzz'),
    player('friends-empty', `/profile/${props.player}/friends`),
    { ...player('friends-of', `/profile/${props.player}/friends`), who: 'newcomer' },
    { ...player('friend-question', `/profile/${props.player}/friend?ask=block`), who: 'newcomer' },
    { ...player('friend-menu', `/profile/${props.player}`), who: 'newcomer', act: openFriendMenu },
    player('blocked-empty', '/profile/blocked'),
    { ...visitor('navigation-community', '/'), act: openCommunity },
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
    own('moderation', `/profile/${props.player}/moderation`),
    own('moderation-suspended', `/profile/${suspended}/moderation`),
    own('moderation-question', `/profile/${props.player}/moderation`, async (page) => {
      const form = page.getByRole('region', { name: 'Suspend the account' });
      await form.getByText('7 days').click();
      await form.getByLabel('Reason').fill('Rude to others.');
      await form.getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('dialog', { name: `Suspend ${props.player}?` }).waitFor();
    }),
    own('moderation-log', '/moderation/log'),
    own('file-service', '/moderation/file-service?secret'),
    own('moderation-log-nothing', `/moderation/log?of=${props.player}`),
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

async function openFriendMenu(page: Page) {
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('link', { name: 'Block' }).waitFor();
}

/** On wide screens a menu of its own. */
async function openCommunity(page: Page) {
  const menu = page.locator('summary', { hasText: 'Community' });
  if (await menu.isVisible()) await menu.click();
}
