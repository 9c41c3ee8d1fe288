import { picturePartUnits } from '#shared/constants/site/site-pictures.ts';

interface LogoPreviewsProps {
  src: string;
  /** The part of it, in ten-thousandths; all of it without. */
  part?: { left: number; top: number; width: number; height: number };
  text: string;
}

/** A logo as it looks in the header, on the dark and the light theme. */
export function LogoPreviews({ src, part, text }: LogoPreviewsProps) {
  const { left, top, width, height } = part ?? {
    left: 0,
    top: 0,
    width: picturePartUnits,
    height: picturePartUnits,
  };
  const percent = (value: number, of: number) => `${(value / Math.max(1, of)) * 100}%`;
  return (
    <div className="flex flex-wrap gap-3">
      {[
        { theme: 'scheme-dark', name: 'dark' },
        { theme: 'scheme-light', name: 'light' },
      ].map(({ theme, name }) => (
        <figure key={theme} className="grid justify-items-center gap-1.5 text-sm text-muted">
          <div className={`${theme} grid place-items-center rounded-md bg-canvas p-4 shadow-lift`}>
            <div className="relative size-16 overflow-hidden rounded-md">
              <img
                src={src}
                alt={text}
                className="absolute max-w-none"
                style={{
                  width: percent(picturePartUnits, width),
                  height: percent(picturePartUnits, height),
                  left: `-${percent(left, width)}`,
                  top: `-${percent(top, height)}`,
                }}
              />
            </div>
          </div>
          <figcaption>{name} theme</figcaption>
        </figure>
      ))}
    </div>
  );
}
