import { Maximize } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatFileSize } from '#shared/format/file-size.ts';
import { Button } from '#web/ui/button.tsx';
import { openGamePort } from './game-port.ts';

interface GameFrameProps {
  gameId: number;
  name: string;
  url: string;
  /** Whether the page and the frame are isolated from other origins. */
  isIsolated: boolean;
  /** The username of the reader. */
  player: string;
  children: React.ReactNode;
}

/** What the page says of the last save. Other failures are for the game to show. */
const failures: Readonly<Record<string, string>> = {
  'no-space': 'The game could not be saved: your saves take all the space that they may have.',
  ended: 'The game could not be saved. Load this page again.',
  offline: 'The game could not be saved: the server could not be reached.',
};

/** A game in a frame without access to this site, its logins and the storage of the browser. */
export function GameFrame({ gameId, name, url, isIsolated, player, children }: GameFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [hasFullScreen, setHasFullScreen] = useState(false);
  const [saved, setSaved] = useState<{ bytes: number } | { failure: string } | null>(null);

  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    setHasFullScreen(document.fullscreenEnabled);
    return openGamePort(current, {
      gameId,
      player,
      openFullScreen: () => openFullScreen(current),
      onSave: setSaved,
    });
  }, [gameId, player]);

  return (
    <>
      <iframe
        ref={frame}
        title={name}
        src={url}
        sandbox="allow-scripts allow-pointer-lock"
        allow={isIsolated ? 'fullscreen; cross-origin-isolated' : 'fullscreen'}
        referrerPolicy="no-referrer"
        className="block h-[calc(100dvh-19rem)] min-h-80 w-full rounded-lg bg-raised shadow-float"
      />
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-72 gap-1 text-sm text-muted">
          <p>{children}</p>
          <SaveLine saved={saved} />
        </div>
        {hasFullScreen && (
          <Button
            type="button"
            variant="quiet"
            onClick={() => {
              if (frame.current) void openFullScreen(frame.current).catch(() => {});
            }}
          >
            <Maximize aria-hidden />
            Full screen
          </Button>
        )}
      </div>
    </>
  );
}

function SaveLine({ saved }: { saved: { bytes: number } | { failure: string } | null }) {
  if (saved === null) return null;
  if ('failure' in saved) {
    const text = failures[saved.failure];
    return text ? (
      <p role="status" className="text-ink">
        {text}
      </p>
    ) : null;
  }
  return (
    <p>
      Saved here: {formatFileSize(saved.bytes)}.{' '}
      <Link to="/library/saves" className="text-link">
        Your saves
      </Link>
    </p>
  );
}

/** The keyboard goes to the game. */
async function openFullScreen(frame: HTMLIFrameElement): Promise<void> {
  await frame.requestFullscreen();
  frame.focus();
}
