import { Ellipsis } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useId, useRef, useState } from 'react';
import { createPath, Link, useLocation } from 'react-router';
import type { FriendIntent } from '#shared/constants/friend-intents.ts';
import type { Relation } from '#shared/schemas/relation.ts';
import { useViewer } from '#web/lib/viewer.ts';
import { Button } from '#web/ui/button.tsx';
import { friendQuestionPath } from './friend-address.ts';
import { FriendForm } from './friend-form.tsx';
import { type Asked, FriendQuestion } from './friend-question.tsx';
import { useFriendAction } from './use-friend-action.ts';

interface FriendMenuProps {
  /** As typed. */
  username: string;
  relation: Relation;
}

const entry =
  'flex min-h-11 w-full items-center justify-start rounded-md px-4.5 font-semibold text-ink hover:bg-line';

/**
 * What else can be done about somebody: take a request back, decline theirs, remove, block or unblock.
 * It lies over everything and opens and closes without script; what ends something asks first.
 */
export function FriendMenu({ username, relation }: FriendMenuProps) {
  const viewer = useViewer();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [ask, setAsk] = useState<Asked | null>(null);
  const hide = () => menu.current?.hidePopover();
  const action = useFriendAction(hide);
  if (!viewer || viewer.role === 'guest' || relation.state === 'self') return null;

  function item(intent: FriendIntent, label: string) {
    return (
      <FriendForm
        username={username}
        intent={intent}
        action={action}
        variant="ghost"
        className={entry}
      >
        {label}
      </FriendForm>
    );
  }

  function question(asked: Asked, label: string) {
    return (
      <QuestionLink
        username={username}
        ask={asked}
        className={entry}
        onAsk={() => {
          // First, so that the dialog gives the focus back to what opened the menu.
          hide();
          setAsk(asked);
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
        {relation.state === 'pending' && item('cancel', 'Take request back')}
        {relation.state === 'asked' && item('decline', 'Decline request')}
        {relation.state === 'friends' && question('remove', 'Remove friend')}
        {relation.blocked ? item('unblock', 'Unblock') : question('block', 'Block')}
      </div>
      <FriendQuestion username={username} ask={ask} onClose={() => setAsk(null)} />
    </>
  );
}

interface QuestionLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  username: string;
  ask: Asked;
  onAsk: () => void;
}

/** Asks here, or without script on a page of its own. */
function QuestionLink({ username, ask, onAsk, ...rest }: QuestionLinkProps) {
  const { pathname, search } = useLocation();
  function press(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onAsk();
  }
  return (
    <Link
      {...rest}
      to={friendQuestionPath(username, ask, createPath({ pathname, search }))}
      prefetch="none"
      onClick={press}
    />
  );
}
