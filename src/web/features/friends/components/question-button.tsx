import type { ComponentProps } from 'react';
import { createPath, Form, useLocation } from 'react-router';
import { friendPath } from './friend-address.ts';
import type { Asked } from './friend-question.tsx';

interface QuestionButtonProps extends ComponentProps<'button'> {
  /** As typed. */
  username: string;
  ask: Asked;
  onAsk: () => void;
}

/** Asks before something ends: here, or without script on a page of its own. */
export function QuestionButton({ username, ask, onAsk, ...button }: QuestionButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <Form
      action={friendPath(username)}
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <input type="hidden" name="ask" value={ask} />
      <input type="hidden" name="back" value={createPath({ pathname, search })} />
      <button {...button} />
    </Form>
  );
}
