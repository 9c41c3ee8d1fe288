import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { chatConstants } from '#shared/constants/chat.ts';
import { Button } from '#web/ui/button.tsx';

/** From so many characters left on they are counted. */
const countFrom = 100;

interface ComposerProps {
  /** What the next message is called, where the page sleeps and the form is sent as it is. */
  formId: string;
  /** The numbers of the first and the last message that are shown, which that form marks as read. */
  shown: { from: number; number: number };
  /** What was typed into a form that was refused. */
  typed?: string;
  /** What is wrong with it. */
  error?: string;
  onSend: (text: string) => void;
  onTyping: () => void;
}

/** Where messages are written: Enter sends, Shift and Enter break the line. */
export function Composer({ formId, shown, typed = '', error, onSend, onTyping }: ComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(typed.length);
  const left = chatConstants.textMax - length;

  // What was typed while the page woke stays, and counts.
  useEffect(() => setLength(input.current?.value.length ?? 0), []);

  function send() {
    const area = input.current;
    if (!area || area.value.trim() === '') return;
    onSend(area.value.replaceAll('\r\n', '\n').trim());
    area.value = '';
    setLength(0);
    area.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter also ends the writing of a word in Chinese or Japanese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
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
          maxLength={chatConstants.textMax}
          placeholder="Type your message here..."
          autoComplete="off"
          enterKeyHint="send"
          aria-describedby={
            error ? 'message-error' : left <= countFrom ? 'message-left' : undefined
          }
          aria-invalid={error ? true : undefined}
          onKeyDown={onKeyDown}
          onInput={(event) => {
            setLength(event.currentTarget.value.length);
            if (event.currentTarget.value.trim() !== '') onTyping();
          }}
          className="control field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none px-3.5 py-2.5"
        />
        <Button>
          <SendHorizontal aria-hidden className="max-sm:hidden" />
          Send
        </Button>
      </div>
      {left <= countFrom && (
        <p id="message-left" className="text-right text-xs text-muted">
          {left === 1 ? '1 character left' : `${left} characters left`}
        </p>
      )}
      {error && (
        <p id="message-error" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </Form>
  );
}
