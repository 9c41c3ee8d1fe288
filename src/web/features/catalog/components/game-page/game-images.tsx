import { type MouseEvent, useState } from 'react';
import type { GameDetails } from '#domain/catalog/games/get-game.ts';
import { widestCover } from '#shared/constants/catalog/cover-widths.ts';
import { GameImage } from './game-image.tsx';
import { GameImagesDialog } from './game-images-dialog.tsx';

interface GameImagesProps {
  game: Pick<
    GameDetails,
    'name' | 'backgroundImage' | 'backgroundImageAdditional' | 'pictures' | 'pictureTexts'
  >;
}

/**
 * Thumbnails of a game's images. Each links to its image file; where scripts run, it opens the dialog
 * with all of them instead.
 */
export function GameImages({ game }: GameImagesProps) {
  const { name, backgroundImage, backgroundImageAdditional, pictureTexts } = game;
  // The provider may list the main image among the others again.
  const images = [
    ...new Set([backgroundImage, backgroundImageAdditional, ...game.pictures]),
  ].filter((image) => image !== null);
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  if (images.length === 0) return null;

  function open(event: MouseEvent, index: number) {
    // The browser opens the link in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpenIndex(index);
  }

  return (
    <section aria-label={`Pictures of ${name}`}>
      <ul
        className={`-mx-4 flex snap-x gap-3 overflow-x-auto scroll-px-4 px-4 py-1 scrollbar-thin sm:mx-0 sm:grid sm:gap-4 sm:overflow-visible sm:p-0 ${images.length === 2 || images.length === 4 ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}
      >
        {images.map((src, index) => (
          <li key={src} className="w-[78%] shrink-0 snap-start only:w-full sm:w-auto">
            <a
              href={widestCover(src)}
              onClick={(event) => open(event, index)}
              className="group block overflow-hidden rounded-lg shadow-lift"
            >
              <GameImage
                src={src}
                alt={`${pictureTexts[src] ?? `Picture ${index + 1} of ${images.length}`}, enlarge`}
                sizes="(min-width: 651px) 33vw, 78vw"
                className="aspect-video w-full bg-well object-cover transition-[scale] duration-(--transition-duration-slow) group-hover:scale-[1.03]"
              />
            </a>
          </li>
        ))}
      </ul>
      <GameImagesDialog
        name={name}
        images={images}
        texts={pictureTexts}
        openIndex={openIndex}
        onClose={() => setOpenIndex(null)}
      />
    </section>
  );
}
