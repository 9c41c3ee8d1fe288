import { type MouseEvent, useState } from 'react';
import { widestCover } from '#shared/constants/cover-widths.ts';
import { GamePicture } from './game-picture.tsx';
import { GamePicturesDialog } from './game-pictures-dialog.tsx';

interface GameGalleryProps {
  game: {
    name: string;
    backgroundImage: string | null;
    backgroundImageAdditional: string | null;
    /** More pictures, beyond the two above. */
    pictures: readonly string[];
  };
}

/** The pictures of a game, small; each is a link to itself, and with scripts opens them all, large. */
export function GameGallery({ game }: GameGalleryProps) {
  const { name, backgroundImage, backgroundImageAdditional } = game;
  // Each once: a source may name its main picture again among the others.
  const pictures = [
    ...new Set([backgroundImage, backgroundImageAdditional, ...game.pictures]),
  ].filter((picture) => picture !== null);
  const [opened, setOpened] = useState<number | null>(null);
  if (pictures.length === 0) return null;

  function open(event: MouseEvent, index: number) {
    // Into a new tab or window: the browser's own way.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpened(index);
  }

  return (
    <section aria-label={`Pictures of ${name}`}>
      <ul
        className={`-mx-4 flex snap-x gap-3 overflow-x-auto scroll-px-4 px-4 py-1 scrollbar-thin sm:mx-0 sm:grid sm:gap-4 sm:overflow-visible sm:p-0 ${pictures.length === 2 || pictures.length === 4 ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}
      >
        {pictures.map((src, index) => (
          <li key={src} className="w-[78%] shrink-0 snap-start only:w-full sm:w-auto">
            <a
              href={widestCover(src)}
              onClick={(event) => open(event, index)}
              className="group block overflow-hidden rounded-lg shadow-lift"
            >
              <GamePicture
                src={src}
                alt={`Picture ${index + 1} of ${pictures.length}, enlarge`}
                sizes="(min-width: 651px) 33vw, 78vw"
                className="aspect-video w-full bg-well object-cover transition-[scale] duration-(--transition-duration-slow) group-hover:scale-[1.03]"
              />
            </a>
          </li>
        ))}
      </ul>
      <GamePicturesDialog
        name={name}
        pictures={pictures}
        opened={opened}
        onClose={() => setOpened(null)}
      />
    </section>
  );
}
