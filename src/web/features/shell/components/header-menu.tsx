import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '#web/lib/use-hydrated.ts';

interface BarMenuProps {
  /** The name of the button. */
  label: string;
  /** What is drawn on it. */
  icon: ReactNode;
  /** Of the button. */
  className?: string;
  children: ReactNode;
}

/**
 * A menu behind a button of the navigation bar. The browser opens it, closes it by Escape and by a press
 * elsewhere, and gives the focus back, also without script. Up to 1050 px there is no button, and what
 * the menu holds is part of the bar's own list.
 */
export function BarMenu({ label, icon, className = '', children }: BarMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const awake = useHydrated();
  const { key } = useLocation();
  const openedOn = useRef(key);

  // It may have been opened before scripts ran.
  useEffect(() => setOpen(menu.current?.matches(':popover-open') ?? false), []);

  useEffect(() => {
    if (openedOn.current !== key) menu.current?.hidePopover();
    openedOn.current = key;
  }, [key]);

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-expanded={awake ? open : undefined}
        title={label}
        className={`flex min-h-11 items-center rounded-md text-muted transition-colors hover:bg-raised hover:text-ink aria-expanded:bg-raised aria-expanded:text-ink max-lg:hidden ${className}`}
      >
        {icon}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="bar-menu"
      >
        {children}
      </div>
    </>
  );
}
