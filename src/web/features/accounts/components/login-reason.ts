import { accessErrors } from '#shared/errors/access.ts';

/** What is behind the login, by the beginning of the path; the first that fits. */
const reasons: [path: string, text: string][] = [
  ['/profile/notification', 'Log in to read your notifications.'],
  ['/profile/wallet', 'Log in to see your money.'],
  ['/profile', accessErrors['login-required'].text],
  ['/library', 'Log in to see your games.'],
  ['/messages', 'Log in to read your messages.'],
  ['/chat', 'Log in to read your messages.'],
  ['/settings', 'Log in to change your settings.'],
  ['/community/social', 'Log in to see who plays here.'],
  ['/community/discussions', 'Log in to take part in the discussions.'],
  ['/community/discussion', 'Log in to take part in the discussions.'],
  ['/community/market', 'Log in to trade cards.'],
  ['/community/camera', 'Log in to add a picture.'],
  ['/community', 'Log in to see the pictures that players share, and to add your own.'],
];

/** The text for a visitor whom the page at `path` sent to the login: it says what is there. */
export function getLoginReason(path: string): string {
  const isWithin = (start: string) =>
    path === start || path.startsWith(`${start}/`) || path.startsWith(`${start}?`);
  return reasons.find(([start]) => isWithin(start))?.[1] ?? 'Log in to see this page.';
}
