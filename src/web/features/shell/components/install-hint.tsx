import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { usePlayingFlag } from '#web/features/gameplay/public.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { Button } from '#web/ui/button.tsx';

/** The event of browsers that can install the site. No library of types has it yet. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

/** It belongs to the browser, so a logout keeps it: `seen` after the first page, `shown` for good. */
const storageKey = 'install-hint';

function readState(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Without storage the hint would come back each time.
    return 'shown';
  }
}

function storeState(state: 'seen' | 'shown'): void {
  try {
    localStorage.setItem(storageKey, state);
  } catch {
    // Nothing is stored.
  }
}

/** Offers once in each browser to install the site as an application, not on the first page that it opens. */
export function InstallHint() {
  const { key } = useLocation();
  const [offer, setOffer] = useState<InstallPrompt | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [isFirstPage, setFirstPage] = useState(true);
  const firstKey = useRef(key);
  const isPlaying = usePlayingFlag();
  const name = useRootData()?.site.name ?? 'This site';

  useEffect(() => {
    const state = readState();
    if (state === 'shown') return;
    if (state === 'seen') setFirstPage(false);
    else storeState('seen');
    const onOffer = (event: Event) => {
      // The browser's own hint would come too.
      event.preventDefault();
      setOffer(event as InstallPrompt);
    };
    const onInstalled = () => setOffer(null);
    window.addEventListener('beforeinstallprompt', onOffer);
    window.addEventListener('appinstalled', onInstalled);
    return () => {
      window.removeEventListener('beforeinstallprompt', onOffer);
      window.removeEventListener('appinstalled', onInstalled);
    };
  }, []);

  useEffect(() => {
    if (key !== firstKey.current) setFirstPage(false);
  }, [key]);

  // The bar of a running game is in the same place.
  const isShown = offer !== null && !isClosed && !isFirstPage && !isPlaying;
  useEffect(() => {
    if (isShown) storeState('shown');
  }, [isShown]);
  if (!isShown) return null;
  return (
    <aside
      aria-label="Install"
      className="fixed inset-x-0 bottom-0 z-30 p-4 sm:right-auto sm:p-6 print:hidden"
    >
      <div className="flex animate-rise items-center gap-3 rounded-lg bg-raised py-3 pr-2 pl-4 shadow-float sm:max-w-form">
        <p className="min-w-0 flex-1 wrap-anywhere">
          {name} can be an app on this device, with its own window and icon.
        </p>
        <Button
          type="button"
          size="sm"
          onClick={() => {
            setClosed(true);
            offer.prompt().catch(() => {});
          }}
        >
          <Download aria-hidden />
          Install
        </Button>
        <button
          type="button"
          onClick={() => setClosed(true)}
          aria-label="Do not install"
          className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-line hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      </div>
    </aside>
  );
}
