import { Flag, KeyRound, ScrollText, ShieldAlert } from 'lucide-react';
import { useViewer } from '#web/lib/root-data.ts';
import { casesPath, fileServicePagePath, logPath } from '#web/paths/moderation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useIsModerator } from './use-is-moderator.ts';

/** The link from a profile to the moderation of its account; shown to moderators only. */
export function ModerateLink({ username }: { username: string }) {
  if (!useIsModerator()) return null;
  return (
    <ButtonLink to={`/profile/${username}/moderation`} variant="quiet">
      <ShieldAlert aria-hidden />
      Moderate
    </ButtonLink>
  );
}

/** The link from a moderator's own profile to the log; shown to moderators only. */
export function ModerationLogLink() {
  if (!useIsModerator()) return null;
  return (
    <ButtonLink to={logPath({})} variant="quiet">
      <ScrollText aria-hidden />
      Moderation log
    </ButtonLink>
  );
}

/** The link from a moderator's own profile to what was reported; shown to moderators only. */
export function ReportsLink() {
  if (!useIsModerator()) return null;
  return (
    <ButtonLink to={casesPath({})} variant="quiet">
      <Flag aria-hidden />
      Reports
    </ButtonLink>
  );
}

/** The link from an admin's own profile to the keys of the file service; shown to admins only. */
export function FileServiceLink() {
  if (useViewer()?.role !== 'admin') return null;
  return (
    <ButtonLink to={fileServicePagePath} variant="quiet">
      <KeyRound aria-hidden />
      File service
    </ButtonLink>
  );
}
