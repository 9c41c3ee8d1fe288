import { PenLine } from 'lucide-react';
import { Section } from '#web/features/catalog/components/page-section.tsx';
import { useViewer } from '#web/lib/viewer.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import type { ListedDiscussion } from './discussion.ts';
import { createPath, ofGamePath } from './discussion-address.ts';
import { DiscussionRow } from './discussion-row.tsx';

interface GameDiscussionsProps {
  game: { id: number; name: string };
  /** The newest few. */
  discussions: ListedDiscussion[];
  total: number;
  now: Date;
}

/** What is discussed of a game, on its page. */
export function GameDiscussions({ game, discussions, total, now }: GameDiscussionsProps) {
  const viewer = useViewer();
  return (
    <Section
      title="Discussions"
      lead={discussions.length === 0 && 'Nobody has begun a discussion of this game yet.'}
      actions={
        <>
          {total > discussions.length && (
            <ButtonLink to={ofGamePath(game.id)} variant="quiet">
              All discussions
            </ButtonLink>
          )}
          {viewer && viewer.role !== 'guest' && (
            <ButtonLink to={`${createPath}?game=${encodeURIComponent(game.name)}`} variant="quiet">
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
              <DiscussionRow discussion={discussion} now={now} ofGame />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
