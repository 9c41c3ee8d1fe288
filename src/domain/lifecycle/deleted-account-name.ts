import { randomUUID } from 'node:crypto';

/** What a profile tells once it tells nothing of anybody any more. */
export function deletedAccountName() {
  const username = `former-${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  return { username, displayUsername: username, description: '', profilePic: 'profile1.webp' };
}
