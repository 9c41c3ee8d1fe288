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
  const refusal = fetcher.data?.refusal;
  return (
    <fetcher.Form id={formId} method="post" action={wishlistPath}>
      {refusal && (
        <Alert tone="failure" className="mb-4">
          {refusal.message}
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

/** A heart in the corner of a tile that puts its card on the reader's wishlist or takes it off. */
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
      aria-label={`Wish for ${name}`}
      className={`absolute top-2 right-2 grid size-10 place-items-center rounded-full bg-surface/85 shadow-lift transition-colors hover:bg-raised ${isWished ? 'text-danger' : 'text-muted hover:text-ink'} ${pending ? 'animate-pulse' : ''}`}
    >
      <Heart aria-hidden className={`size-5 ${isWished ? 'fill-current' : ''}`} />
    </button>
  );
}
