import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { useViewer } from '#web/lib/root-data.ts';

/** Whether the viewer is a moderator or an admin. */
export function useIsModerator(): boolean {
  return isModeratorRole(useViewer()?.role);
}
