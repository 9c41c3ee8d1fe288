import { Heart } from 'lucide-react';
import { useId } from 'react';
import { useFetcher } from 'react-router';
import type { FailedForm } from '#web/lib/actions/form-action.ts';
import { Alert } from '#web/ui/alert.tsx';
import { wishlistPath } from './wish-button.tsx';

/** The one form of all wish toggles of a page. */
export function useWishes() {
  return { fetcher: useFetcher<Partial<FailedForm>>(), formId: useId() };
}

type Wishes = ReturnType<typeof useWishes>;

/** The form that the toggles send, with the error of the last change. Without scripts it leads to the wishlist. */
export function WishForm({ wishes: { fetcher, formId } }: { wishes: Wishes }) {
  const error = fetcher.data?.error;
  return (
    <fetcher.Form id={formId} method="post" action={wishlistPath}>
      {error && (
        <Alert tone="failure" className="mb-4">
          {error.message}
        </Alert>
      )}
    </fetcher.Form>
  );
}

interface WishToggleProps {
  wishes: Wishes;
  gameId: number;
  kindId: string;
  /** The name of the card and its game. */
  name: string;
  isWished: boolean;
}

/** The last line of a tile: a button that puts its card on the reader's wishlist or takes it off. */
export function WishToggle({ wishes, gameId, kindId, name, isWished }: WishToggleProps) {
  const { fetcher, formId } = wishes;
  const change = `${isWished ? 'remove' : 'add'}:${gameId}:${kindId}`;
  const pending = fetcher.formData?.get('wish') === change;
  return (
    <button
      type="submit"
      form={formId}
      name="wish"
      value={change}
      aria-pressed={isWished}
      aria-busy={pending || undefined}
      className={`mx-1 mb-1 flex min-h-10 items-center gap-2 rounded-md px-2 text-sm font-medium transition-colors hover:bg-raised sm:mx-2 sm:mb-2 ${isWished ? 'text-ink' : 'text-muted hover:text-ink'} ${pending ? 'animate-pulse' : ''}`}
    >
      <Heart aria-hidden className={`size-4.5 ${isWished ? 'fill-current text-danger' : ''}`} />
      Wish
      <span className="sr-only"> for {name}</span>
    </button>
  );
}
