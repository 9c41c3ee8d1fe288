import { Bell, BellOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { CommentAnswer } from '#web/features/comments/public.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

interface DiscussionSubscribeButtonProps {
  /** The path that the form is sent to. */
  path: string;
  subscribed: boolean;
}

/** The button that starts or ends the notifications about new comments. */
export function DiscussionSubscribeButton({ path, subscribed }: DiscussionSubscribeButtonProps) {
  const fetcher = useFetcher<CommentAnswer & { subscribed?: boolean }>();
  const toast = useToast();
  const { data: answer, state } = fetcher;
  const [handledAnswer, setHandledAnswer] = useState(answer);

  useEffect(() => {
    if (state !== 'idle' || !answer || answer === handledAnswer) return;
    setHandledAnswer(answer);
    if (answer.error) toast.failure(answer.error.message);
    else if (answer.subscribed) toast.success('You are told of new comments.');
    else toast.success('You are not told of new comments any more.');
  }, [state, answer, handledAnswer, toast]);

  return (
    <fetcher.Form method="post" action={path}>
      <input type="hidden" name="intent" value={subscribed ? 'unsubscribe' : 'subscribe'} />
      <Button variant="quiet" pending={state !== 'idle'}>
        {subscribed ? <BellOff aria-hidden /> : <Bell aria-hidden />}
        {subscribed ? 'Unsubscribe' : 'Subscribe'}
      </Button>
    </fetcher.Form>
  );
}
