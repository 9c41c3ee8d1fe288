import { randomUUID } from 'node:crypto';

/** Creates the anonymous profile of a deleted account or retired guest. */
export function createDeletedAccountProfile() {
  const username = `former-${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  return { username, displayUsername: username, description: '', profilePic: 'profile1.webp' };
}
