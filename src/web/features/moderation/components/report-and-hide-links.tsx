import { EyeOff } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useViewer } from '#web/lib/root-data.ts';
import { type HideTarget, hidePath } from '#web/paths/moderation.ts';
import { ReportLink } from './report-link.tsx';
import { useIsModerator } from './use-is-moderator.ts';

interface HideLinkProps extends Omit<HideTarget, 'back'> {
  author: string;
  /** What is hidden, such as 'the comment'. */
  name: string;
}

/** The links by which readers report a thing of somebody else, and moderators hide it. */
export function ReportAndHideLinks({ isHidden, ...thing }: HideLinkProps & { isHidden?: boolean }) {
  return (
    <>
      <ReportLink {...thing} />
      {!isHidden && <HideLink {...thing} />}
    </>
  );
}

/** The link by which moderators hide a thing of somebody else; for others nothing. */
function HideLink({ author, name, ...target }: HideLinkProps) {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const isModerator = useIsModerator();
  if (!isModerator || viewer?.username === author) return null;
  return (
    <Link
      to={hidePath({ ...target, back: pathname + search })}
      aria-label={`Hide ${name} of ${author}`}
      title="Hide"
      className="grid size-10 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-raised hover:text-ink"
    >
      <EyeOff aria-hidden className="size-4.5" />
    </Link>
  );
}
