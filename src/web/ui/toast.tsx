import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';

interface Toast {
  id: number;
  tone: 'success' | 'failure';
  text: string;
  /** A link to the page with details. */
  link?: ToastLink;
}

interface ToastLink {
  to: string;
  label: string;
}

const shownMs = { success: 6_000, failure: 12_000 } as const;
const none: Toast[] = [];
const listeners = new Set<() => void>();
let toasts = none;
let lastId = 0;

function set(next: Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number) {
  set(toasts.filter((toast) => toast.id !== id));
}

function show(tone: Toast['tone'], text: string, link?: ToastLink) {
  const id = ++lastId;
  set([...toasts.filter((toast) => toast.text !== text), { id, tone, text, link }].slice(-4));
  setTimeout(() => dismiss(id), shownMs[tone]);
}

const api = {
  success: (text: string, link?: ToastLink) => show('success', text, link),
  failure: (text: string) => show('failure', text),
};

/** Returns functions that show a toast for a success or a failure. Call them in effects and event handlers. */
export function useToast() {
  return api;
}

/** Like `useToast`, for code outside of components, such as client actions. */
export const toast = api;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The area in which toasts appear and are announced. The page frame has exactly one. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return (
    // Above the action bar of a page that has one, so that its button stays usable.
    <div className="pointer-events-none fixed inset-x-0 bottom-0 lg:in-[body:has([data-bottom-bar])]:bottom-20 z-40 grid max-lg:top-16 max-lg:bottom-auto justify-items-center gap-2 p-4 sm:justify-items-end sm:p-6">
      <Region tone="failure" live="assertive" shown={shown} />
      <Region tone="success" live="polite" shown={shown} />
    </div>
  );
}

interface RegionProps {
  tone: Toast['tone'];
  live: 'assertive' | 'polite';
  shown: Toast[];
}

// A live region must exist before its text appears.
function Region({ tone, live, shown }: RegionProps) {
  const Icon = tone === 'success' ? CircleCheck : TriangleAlert;
  return (
    <ul aria-live={live} className="grid w-full max-w-form gap-2">
      {shown
        .filter((toast) => toast.tone === tone)
        .map(({ id, text, link }) => (
          <li
            key={id}
            className="pointer-events-auto flex animate-rise items-center gap-3 rounded-md bg-raised py-2 pr-2 pl-4 shadow-float"
          >
            <Icon
              aria-hidden
              className={`size-5 shrink-0 ${tone === 'success' ? 'text-alive' : 'text-danger'}`}
            />
            <p className="min-w-0 flex-1 py-1.5">
              {text}{' '}
              {link && (
                <Link to={link.to} className="whitespace-nowrap text-link">
                  {link.label}
                </Link>
              )}
            </p>
            <button
              type="button"
              onClick={() => dismiss(id)}
              aria-label="Dismiss"
              className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-line hover:text-ink"
            >
              <X aria-hidden className="size-4.5" />
            </button>
          </li>
        ))}
    </ul>
  );
}
