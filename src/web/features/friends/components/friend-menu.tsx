import { Ellipsis } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useId, useRef, useState } from 'react';
import { createPath, Link, useLocation } from 'react-router';
import type { FriendIntent } from '#shared/constants/friends.ts';
import type { Relation } from '#shared/types/relation.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { friendQuestionPath } from '#web/paths/friends.ts';
import { Button } from '#web/ui/button.tsx';
import { FriendForm } from './friend-form.tsx';
import { FriendQuestion, type FriendQuestionKind } from './remove-or-block-dialog.tsx';
import { useFriendAction } from './use-friend-action.ts';

interface FriendMenuProps {
  /** In the owner's own spelling. */
  username: string;
  relation: Relation;
}

const entryClass =
  'flex min-h-11 w-full items-center justify-start rounded-md px-4.5 font-semibold text-ink hover:bg-line';

/**
 * The menu of further actions: cancel or decline a request, remove, block or unblock. It is a popover, which
 * works without scripts. Removing and blocking ask for confirmation first.
 */
export function FriendMenu({ username, relation }: FriendMenuProps) {
  const viewer = useViewer();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [ask, setAsk] = useState<FriendQuestionKind | null>(null);
  const hide = () => menu.current?.hidePopover();
  const action = useFriendAction(hide);
  if (!viewer || viewer.role === 'guest' || relation.state === 'self') return null;

  function actionEntry(intent: FriendIntent, label: string) {
    return (
      <FriendForm
        username={username}
        intent={intent}
        action={action}
        variant="ghost"
        className={entryClass}
      >
        {label}
      </FriendForm>
    );
  }

  function questionEntry(kind: FriendQuestionKind, label: string) {
    return (
      <QuestionLink
        username={username}
        ask={kind}
        className={entryClass}
        onAsk={() => {
          // The menu closes first, so that the dialog later returns the focus to the menu button.
          hide();
          setAsk(kind);
        }}
      >
        {label}
      </QuestionLink>
    );
  }

  return (
    <>
      <Button
        type="button"
        variant="quiet"
        popoverTarget={id}
        aria-label={`More about ${username}`}
        className="px-3"
      >
        <Ellipsis aria-hidden />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="m-auto min-w-56 rounded-md bg-raised p-2 text-ink shadow-float supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:m-0 supports-[position-area:bottom]:mt-2 supports-[position-area:bottom]:[position-area:bottom_span-left] supports-[position-area:bottom]:[position-try-fallbacks:flip-inline,flip-block]"
      >
        {relation.state === 'pending' && actionEntry('cancel', 'Take request back')}
        {relation.state === 'received' && actionEntry('decline', 'Decline request')}
        {relation.state === 'friends' && questionEntry('remove', 'Remove friend')}
        {relation.blocked ? actionEntry('unblock', 'Unblock') : questionEntry('block', 'Block')}
      </div>
      <FriendQuestion username={username} ask={ask} onClose={() => setAsk(null)} />
    </>
  );
}

interface QuestionLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  username: string;
  ask: FriendQuestionKind;
  onAsk: () => void;
}

/** Opens the question in a dialog; without scripts on a page of its own. */
function QuestionLink({ username, ask, onAsk, ...rest }: QuestionLinkProps) {
  const { pathname, search } = useLocation();
  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onAsk();
  }
  return (
    <Link
      {...rest}
      to={friendQuestionPath(username, ask, createPath({ pathname, search }))}
      prefetch="none"
      onClick={onClick}
    />
  );
}
