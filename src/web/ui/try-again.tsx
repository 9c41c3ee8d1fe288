import { RotateCw } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { ButtonLink, type ButtonSize, type ButtonVariant } from './button.tsx';

interface TryAgainProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Reads the screen that failed again, without leaving the page; without script it loads the page. */
export function TryAgain(look: TryAgainProps) {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const busy = state !== 'idle';
  function read(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!busy) void revalidate();
  }
  return (
    <ButtonLink
      {...look}
      to={pathname + search}
      prefetch="none"
      onClick={read}
      aria-busy={busy || undefined}
    >
      <RotateCw aria-hidden className={busy ? 'animate-spin' : ''} />
      Try again
    </ButtonLink>
  );
}
