import { RotateCw } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { ButtonLink, type ButtonSize, type ButtonVariant } from '../button.tsx';

interface TryAgainProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Loads the failed screen again without leaving the page. Without scripts it is a link to the page. */
export function TryAgain(style: TryAgainProps) {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const busy = state !== 'idle';
  function reload(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!busy) void revalidate();
  }
  return (
    <ButtonLink
      {...style}
      to={pathname + search}
      prefetch="none"
      onClick={reload}
      aria-busy={busy || undefined}
    >
      <RotateCw aria-hidden className={busy ? 'animate-spin' : ''} />
      Try again
    </ButtonLink>
  );
}
