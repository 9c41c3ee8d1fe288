import { ArrowDown, MessageCircle } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import type { OfferInChat } from '#web/features/trades/public.ts';
import { useLive } from '#web/lib/live/live-context.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { MessageComposer } from './message-composer.tsx';
import { MessageList } from './message-list.tsx';
import { lastShown } from './message-timeline.ts';
import { ReportModeLink } from './report-mode-link.tsx';
import { countUnread, type ReadMarks } from './unread-messages.ts';
import { useConversation } from './use-conversation.ts';
import { useMessageScroll } from './use-message-scroll.ts';
import { useNewFrom, useVisible } from './use-read-marks.ts';
import { useShownMessages } from './use-shown-messages.ts';

interface ChatPanelProps {
  /** Both usernames in their own spelling. */
  me: string;
  friend: string;
  messages: ChatMessage[];
  /** The trade offers that messages show, by their numbers. */
  offers: readonly OfferInChat[];
  /** The path of the conversation, and of the question before an offer is accepted. */
  path: string;
  acceptPath: (offerId: string) => string;
  lastNumber: number;
  /** What the reader has read. */
  marks: ReadMarks;
  /** The older messages that were loaded last. */
  older: ChatMessage[] | null;
  isLoadingOlder: boolean;
  /** Loads the messages before a number. */
  onShowMore: (before: number) => void;
  /** The URL with older messages, for pages without scripts. */
  morePath: string;
  formId: string;
  /** Why no messages can be sent; null if they can. */
  closed: string | null;
  failure: { message: string; typed: string } | null;
  onEnded: () => void;
}

/** A scrolling element must be reachable by keyboard. */
const focusable = { tabIndex: 0 };

/** A conversation: the messages, the newest at the end, and the composer. */
export function ChatPanel(props: ChatPanelProps) {
  const { me, friend, older, isLoadingOlder, failure } = props;
  const conversation = useConversation(props);
  // Reloaded data must not remove an announcement before it is read out.
  const [announcedFrom] = useState(props.lastNumber + 1);
  const { timeline, isFriendTyping } = conversation;
  const { list, atNewest, toNewest, onScroll } = useMessageScroll(timeline);
  const { connected } = useLive();
  const hydrated = useHydrated();
  const last = timeline.messages.at(-1);
  const isReporting = useSearchParams()[0].has('report');
  const visible = useVisible();
  const newFrom = useNewFrom({
    marks: props.marks,
    before: timeline.before,
    last: lastShown(timeline),
    lastIsOwn: last?.sender === me,
    atNewest: visible && atNewest,
  });
  useShownMessages({
    list,
    me,
    messages: timeline.messages,
    visible,
    joinCount: conversation.joinCount,
    onShown: conversation.read,
  });
  const unreadAbove = countUnread(props.marks, timeline.before);
  const isEmpty = timeline.messages.length === 0 && timeline.outgoing.length === 0;

  useEffect(() => {
    if (older) conversation.addOlder(older);
  }, [older, conversation.addOlder]);

  function showMore(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!isLoadingOlder) props.onShowMore(timeline.before + 1);
  }

  return (
    <section
      aria-label={`Conversation with ${friend}`}
      className="relative flex h-[calc(100dvh-15rem)] max-h-[56rem] min-h-96 flex-col overflow-hidden rounded-lg bg-surface shadow-lift"
    >
      <section
        ref={list}
        onScroll={onScroll}
        aria-label="What was said"
        {...focusable}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:outline-offset-[-3px] sm:px-6"
      >
        <div className={`py-4 ${isEmpty ? 'my-auto' : ''}`}>
          {timeline.before > 0 && (
            <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
              <Link
                to={props.morePath}
                replace
                preventScrollReset
                onClick={showMore}
                aria-disabled={isLoadingOlder}
                className="inline-flex min-h-9 items-center rounded-md bg-plinth px-4 text-sm font-semibold shadow-lift transition-colors hover:bg-line"
              >
                {isLoadingOlder ? 'Loading...' : 'Show More'}
              </Link>
              {unreadAbove > 0 && (
                <span className="text-sm font-semibold text-accent-ink tabular-nums">
                  {unreadAbove} unread above
                </span>
              )}
            </p>
          )}
          {isEmpty && (
            <div className="grid justify-items-center gap-3 py-10 text-center text-muted">
              <MessageCircle aria-hidden className="size-10" strokeWidth={1.5} />
              <p>Nothing was said yet. Say hello to {friend}.</p>
            </div>
          )}
          <MessageList
            me={me}
            messages={timeline.messages}
            offers={props.offers}
            path={props.path}
            acceptPath={props.acceptPath}
            outgoing={timeline.outgoing}
            newFrom={newFrom}
            isReporting={isReporting}
            onRetry={conversation.retry}
            onGiveUp={conversation.giveUp}
          />
        </div>
      </section>
      {!atNewest && newFrom !== null && (
        <div data-above-page className="pointer-events-none relative h-0">
          <div className="absolute inset-x-0 bottom-3 flex justify-center">
            <Button type="button" size="sm" onClick={toNewest} className="pointer-events-auto">
              <ArrowDown aria-hidden />
              New messages
            </Button>
          </div>
        </div>
      )}
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 px-4 text-sm text-muted sm:px-6">
        <p aria-live="polite">{isFriendTyping && `${friend} is typing…`}</p>
        {hydrated && !connected && <p className="ml-auto">Connecting…</p>}
      </div>
      <p aria-live="polite" className="sr-only">
        {hydrated && last && last.number >= announcedFrom && last.sender !== me
          ? `${last.sender}: ${last.text}`
          : ''}
      </p>
      {props.closed ? (
        <p className="border-t border-line p-4 text-center text-muted">{props.closed}</p>
      ) : (
        <MessageComposer
          formId={props.formId}
          shown={{ from: timeline.before + 1, number: lastShown(timeline) }}
          typed={failure?.typed}
          error={failure?.message}
          onSend={conversation.send}
          onTyping={conversation.typing}
        />
      )}
      {!isEmpty && <ReportModeLink list={list} isReporting={isReporting} />}
    </section>
  );
}
