import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { chatConstants } from '#shared/constants/chat.ts';
import { chatErrors } from '#shared/errors/chat.ts';
import { countCharacters } from '#shared/format/texts/characters.ts';
import { isBlank } from '#shared/format/texts/is-blank.ts';
import { Button } from '#web/ui/button.tsx';
import { limitCharacters } from '#web/ui/fields/limit-characters.ts';

/** The remaining characters are shown from this number on. */
const countFrom = 100;

function describeRest(left: number): string {
  const characters = Math.abs(left) === 1 ? '1 character' : `${Math.abs(left)} characters`;
  return left < 0 ? `${characters} too many` : `${characters} left`;
}

interface MessageComposerProps {
  /** The id of the next message when the form is sent without scripts. */
  formId: string;
  /** The first and the last shown number, which the form marks as read when sent without scripts. */
  shown: { from: number; number: number };
  /** The text of a rejected form. */
  typed?: string;
  /** The error text. */
  error?: string;
  onSend: (text: string) => void;
  onTyping: () => void;
}

/** The field for new messages: Enter sends, Shift+Enter starts a new line. */
export function MessageComposer({
  formId,
  shown,
  typed = '',
  error,
  onSend,
  onTyping,
}: MessageComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(() => countCharacters(typed));
  /** Whether the reader has tried to send a blank text. */
  const [hasNoText, setHasNoText] = useState(false);
  const problem = hasNoText ? chatErrors['message-empty'].text : error;
  const left = chatConstants.textMax - length;

  // Text that was typed before hydration stays and is counted.
  useEffect(() => {
    if (input.current) setLength(limitCharacters(input.current, chatConstants.textMax));
  }, []);

  function send() {
    const area = input.current;
    if (!area) return;
    const isEmpty = isBlank(area.value);
    setHasNoText(isEmpty);
    if (isEmpty) return area.focus();
    if (!area.reportValidity()) return;
    onSend(area.value.replaceAll('\r\n', '\n').trim());
    area.value = '';
    setLength(0);
    area.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // With a Chinese or Japanese input method, Enter completes a word. Safari has ended the composition by then, but
    // gives the key the code of input methods.
    const { isComposing, keyCode } = event.nativeEvent;
    if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === 229) return;
    event.preventDefault();
    send();
  }

  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid gap-1.5 border-t border-line p-3 sm:p-4"
    >
      <input type="hidden" name="id" value={formId} />
      <input type="hidden" name="from" value={shown.from} />
      <input type="hidden" name="number" value={shown.number} />
      <div className="flex items-end gap-2">
        <label htmlFor="message" className="sr-only">
          Message
        </label>
        <textarea
          ref={input}
          id="message"
          name="text"
          rows={1}
          defaultValue={typed}
          maxLength={4 * chatConstants.textMax}
          placeholder="Type your message here..."
          autoComplete="off"
          enterKeyHint="send"
          aria-describedby={
            problem ? 'message-error' : left <= countFrom ? 'message-left' : undefined
          }
          aria-invalid={problem ? true : undefined}
          onKeyDown={onKeyDown}
          onInput={(event) => {
            setLength(limitCharacters(event.currentTarget, chatConstants.textMax));
            setHasNoText(false);
            if (!isBlank(event.currentTarget.value)) onTyping();
          }}
          className="control field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none px-3.5 py-2.5"
        />
        <Button>
          <SendHorizontal aria-hidden className="max-sm:hidden" />
          Send
        </Button>
      </div>
      {left <= countFrom && (
        <p
          id="message-left"
          className={`text-right text-xs ${left < 0 ? 'font-medium text-danger' : 'text-muted'}`}
        >
          {describeRest(left)}
        </p>
      )}
      {/* A live region must exist before its text appears. */}
      <div aria-live="polite" className="contents">
        {problem && (
          <p id="message-error" className="text-sm font-medium text-danger">
            {problem}
          </p>
        )}
      </div>
    </Form>
  );
}
