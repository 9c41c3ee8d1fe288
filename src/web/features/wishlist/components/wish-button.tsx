import { Heart } from 'lucide-react';
import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

interface WishButtonProps {
  gameId: number;
  kindId: string;
  /** The name of the card. */
  name: string;
  isWished: boolean;
}

export const wishlistPath = '/wishlist';

/** Puts a card on the reader's wishlist, or takes it off. Without scripts it leads to the wishlist. */
export function WishButton({ gameId, kindId, name, isWished }: WishButtonProps) {
  const fetcher = useFetcher<{ error?: { message: string } }>();
  const toast = useToast();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.error) toast.failure(answer.error.message);
  }, [answer, toast]);
  return (
    <fetcher.Form method="post" action={wishlistPath}>
      <input type="hidden" name="intent" value={isWished ? 'remove' : 'add'} />
      <input type="hidden" name="gameId" value={gameId} />
      <input type="hidden" name="kindId" value={kindId} />
      <Button variant="quiet" size="sm" pending={fetcher.state !== 'idle'}>
        <Heart aria-hidden className={isWished ? 'fill-current text-danger' : ''} />
        {isWished ? 'Take off the wishlist' : 'Wish for it'}
        <span className="sr-only">: {name}</span>
      </Button>
    </fetcher.Form>
  );
}
