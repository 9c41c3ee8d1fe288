import { KeyRound, ScrollText, ShieldAlert } from 'lucide-react';
import { useViewer } from '#web/lib/viewer.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { logPath, serviceKeysPath } from './moderation-action-names.ts';

function useModerates(): boolean {
  const role = useViewer()?.role;
  return role === 'moderator' || role === 'admin';
}

/** The way to an account's moderation, on its profile; nothing for whoever does not moderate. */
export function ModerateLink({ username }: { username: string }) {
  if (!useModerates()) return null;
  return (
    <ButtonLink to={`/profile/${username}/moderation`} variant="quiet">
      <ShieldAlert aria-hidden />
      Moderate
    </ButtonLink>
  );
}

/** The way to the log, on a moderator's own profile; nothing for others. */
export function ModerationLogLink() {
  if (!useModerates()) return null;
  return (
    <ButtonLink to={logPath({})} variant="quiet">
      <ScrollText aria-hidden />
      Moderation log
    </ButtonLink>
  );
}

/** The way to the file service's keys, on an admin's own profile; nothing for others. */
export function FileServiceLink() {
  if (useViewer()?.role !== 'admin') return null;
  return (
    <ButtonLink to={serviceKeysPath} variant="quiet">
      <KeyRound aria-hidden />
      File service
    </ButtonLink>
  );
}
