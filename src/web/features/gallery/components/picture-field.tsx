import { Camera, FolderOpen, ImagePlus, type LucideIcon } from 'lucide-react';
import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { imageTypes } from '#shared/constants/gallery/image-types.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { PicturePreview } from './picture-preview.tsx';

interface PictureFieldProps {
  file: File | null;
  /** What is wrong with the chosen file. */
  error: string | null;
  /** True while a file is being sent. */
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** The field for one picture: from a phone's camera, from files or dropped. It shows a preview. */
export function PictureField({ file, error, disabled, onChoose }: PictureFieldProps) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const handheld = useMediaQuery('(pointer: coarse)');
  const [isDragOver, setDragOver] = useState(false);

  useEffect(() => {
    // A file that was chosen before hydration.
    const chosen = first.current?.files?.[0];
    if (chosen) onChoose(chosen);
  }, [onChoose]);

  function onDrag(event: DragEvent) {
    event.preventDefault();
    setDragOver(event.type === 'dragover' && !disabled);
    const dropped = event.type === 'drop' ? event.dataTransfer.files[0] : undefined;
    if (dropped && !disabled) onChoose(dropped);
  }
  const source = { disabled, error: error ? `${id}-error` : undefined, onChoose };
  const areaClass = file
    ? 'flex flex-wrap gap-3'
    : `grid justify-items-center gap-4 rounded-md border-2 border-dashed px-4 py-12 text-center transition-colors ${isDragOver ? 'border-accent-ink bg-accent-wash' : 'border-line'}`;

  return (
    <fieldset
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrag}
      className="grid min-w-0 gap-4"
    >
      <legend className="sr-only">Picture</legend>
      {file && (
        <figure className="grid gap-3">
          <PicturePreview file={file} />
          <figcaption className="flex min-w-0 items-baseline gap-3">
            <span className="min-w-0 truncate font-medium">{file.name}</span>
            <span className="shrink-0 text-sm text-muted tabular-nums">
              {formatFileSize(file.size)}
            </span>
          </figcaption>
        </figure>
      )}
      <div className={areaClass}>
        {!file && (
          <>
            <ImagePlus aria-hidden className="size-10 text-muted" strokeWidth={1.5} />
            <p className="text-muted">
              {handheld ? 'Take or choose one.' : 'Drop a picture here, or'}
            </p>
          </>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          {handheld && (
            <Source {...source} id={`${id}-camera`} label="Take a photo" icon={Camera} capture />
          )}
          <Source
            {...source}
            id={`${id}-file`}
            label={file ? 'Choose another' : 'Choose a picture'}
            icon={FolderOpen}
            field={first}
            name="picture"
          />
        </div>
        {!file && <p className="text-sm text-muted">JPEG, PNG, WebP, GIF or AVIF, up to 50 MB</p>}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface SourceProps extends Pick<PictureFieldProps, 'disabled' | 'onChoose'> {
  id: string;
  label: string;
  icon: LucideIcon;
  /** The id of the error text. */
  error: string | undefined;
  /** A phone opens its camera. */
  capture?: boolean;
  field?: RefObject<HTMLInputElement | null>;
  /** The name in a form without scripts. */
  name?: string;
}

/** The browser's file input, with a label that looks like a button. */
function Source({
  id,
  label,
  icon: Icon,
  error,
  disabled,
  capture,
  field,
  name,
  onChoose,
}: SourceProps) {
  return (
    <span className="relative grid justify-items-center gap-3">
      <input
        ref={field}
        id={id}
        type="file"
        name={name}
        accept={imageTypes.join(',')}
        capture={capture ? 'environment' : undefined}
        disabled={disabled}
        aria-describedby={error}
        aria-invalid={error ? true : undefined}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          if (chosen) onChoose(chosen);
          // Without this the same file could not be chosen again.
          currentTarget.value = '';
        }}
        className="peer sr-only [@media(scripting:none)]:not-sr-only [@media(scripting:none)]:max-w-full"
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-11 items-center gap-2 rounded-md bg-plinth px-4.5 font-semibold shadow-lift transition-colors hover:bg-line peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-accent-ink peer-disabled:opacity-55"
      >
        <Icon aria-hidden className="size-[1.15em]" />
        {label}
      </label>
    </span>
  );
}
