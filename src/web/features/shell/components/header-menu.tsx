import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '#web/lib/use-hydrated.ts';

interface HeaderMenuProps {
  /** The name of the button. */
  label: string;
  /** The icon of the button. */
  icon: ReactNode;
  /** Whether the open page is in the menu; the button is then highlighted. */
  isCurrent?: boolean;
  /** The class of the button. */
  className?: string;
  children: ReactNode;
}

/**
 * A menu behind a button of the navigation bar. It is a popover: the browser opens and closes it and moves the
 * focus, also without scripts. Up to 1050 px there is no button, and the content is part of the bar's list.
 */
export function HeaderMenu(props: HeaderMenuProps) {
  const { label, icon, isCurrent = false, className = '', children } = props;
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const hydrated = useHydrated();
  const { key } = useLocation();
  const openedOn = useRef(key);

  // The menu may have been opened before hydration.
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
        aria-expanded={hydrated ? open : undefined}
        aria-current={isCurrent || undefined}
        title={label}
        className={`flex min-h-11 items-center rounded-md text-muted transition-colors hover:bg-raised hover:text-ink aria-expanded:bg-raised aria-expanded:text-ink aria-[current=true]:bg-accent-wash aria-[current=true]:text-accent-ink max-lg:hidden ${className}`}
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
