import { PenLine } from 'lucide-react';
import type { ListedDiscussion } from '#domain/discussions/lists/to-discussions-page.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { createDiscussionPath, gameDiscussionsPath } from '#web/paths/discussions.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { DiscussionRow } from './discussion-row.tsx';

interface GameDiscussionsProps {
  game: { id: number; name: string };
  /** The newest discussions. */
  discussions: ListedDiscussion[];
  total: number;
  now: Date;
}

/** The discussions about a game, on the page of the game. */
export function GameDiscussions({ game, discussions, total, now }: GameDiscussionsProps) {
  const viewer = useViewer();
  return (
    <PageSection
      title="Discussions"
      intro={discussions.length === 0 && 'Nobody has begun a discussion of this game yet.'}
      actions={
        <>
          {total > discussions.length && (
            <ButtonLink to={gameDiscussionsPath(game.id)} variant="quiet">
              All discussions
            </ButtonLink>
          )}
          {viewer && viewer.role !== 'guest' && (
            <ButtonLink
              to={`${createDiscussionPath}?game=${encodeURIComponent(game.name)}`}
              variant="quiet"
            >
              <PenLine aria-hidden />
              Begin one
            </ButtonLink>
          )}
        </>
      }
    >
      {discussions.length > 0 && (
        <ul className="grid gap-3">
          {discussions.map((discussion) => (
            <li key={discussion.id}>
              <DiscussionRow discussion={discussion} now={now} hideGame />
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  );
}
