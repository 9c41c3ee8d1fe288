import { useEffect, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { imageTypes } from '#shared/constants/gallery/image-types.ts';
import { picturePartUnits } from '#shared/constants/site/site-pictures.ts';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { LogoPreviews } from '../site/logo-previews.tsx';

interface CropFieldProps {
  label: string;
  name: string;
  /** Width ÷ height of the part. */
  aspect: number;
  hint: string;
  error?: string | undefined;
  /** Whether the part is shown as it will look on both themes. */
  hasPlates: boolean;
}

/**
 * A field for a picture of which a part is chosen: by pointer, touch, or the arrow keys. Without scripts it sends
 * no part, and the server takes the middle.
 */
export function CropField({ label, name, aspect, hint, error, hasPlates }: CropFieldProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [isUnreadable, setIsUnreadable] = useState(false);

  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);

  function choose(file: File | undefined) {
    setCrop(undefined);
    setIsUnreadable(false);
    setUrl(file ? URL.createObjectURL(file) : null);
  }

  const part = crop && toUnits(crop);
  return (
    <>
      <FileField
        label={label}
        name={name}
        required
        accept={imageTypes.join(',')}
        hint={hint}
        error={isUnreadable ? 'Your browser cannot show this file as a picture.' : error}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      {url !== null && !isUnreadable && (
        <div className="grid justify-items-start gap-3">
          <p className="text-sm text-muted">
            Drag the frame and its corners, or focus one and use the arrow keys; with Shift in
            larger steps.
          </p>
          <ReactCrop
            crop={crop}
            aspect={aspect}
            keepSelection
            minWidth={24}
            ruleOfThirds
            onChange={(_, percent) => setCrop(percent)}
            ariaLabels={cropLabels}
            className="max-h-96 overflow-hidden rounded-md"
          >
            <img
              src={url}
              alt="The chosen file"
              className="max-h-96"
              onError={() => setIsUnreadable(true)}
              onLoad={({ currentTarget: { width, height } }) =>
                setCrop(
                  centerCrop(
                    makeAspectCrop(
                      { unit: '%', ...largest(width / height, aspect) },
                      aspect,
                      width,
                      height,
                    ),
                    width,
                    height,
                  ),
                )
              }
            />
          </ReactCrop>
          {hasPlates && part && <LogoPreviews src={url} part={part} text="" />}
        </div>
      )}
      {part &&
        Object.entries(part).map(([side, value]) => (
          <input key={side} type="hidden" name={side} value={value} />
        ))}
    </>
  );
}

const cropLabels = {
  cropArea: 'The shown part. Arrow keys move it.',
  nwDragHandle: 'Top left corner. Arrow keys change the size.',
  nDragHandle: 'Top side. Arrow keys change the size.',
  neDragHandle: 'Top right corner. Arrow keys change the size.',
  eDragHandle: 'Right side. Arrow keys change the size.',
  seDragHandle: 'Bottom right corner. Arrow keys change the size.',
  sDragHandle: 'Bottom side. Arrow keys change the size.',
  swDragHandle: 'Bottom left corner. Arrow keys change the size.',
  wDragHandle: 'Left side. Arrow keys change the size.',
};

/** The side of the largest part in percent: the one that the picture limits. */
function largest(pictureAspect: number, aspect: number): { width: number } | { height: number } {
  return pictureAspect > aspect ? { height: 100 } : { width: 100 };
}

/** Whole numbers that never reach beyond the picture. */
function toUnits({ x, y, width, height }: PercentCrop) {
  const toUnit = (percent: number) => Math.round((percent / 100) * picturePartUnits);
  const [left, top] = [Math.max(0, toUnit(x)), Math.max(0, toUnit(y))];
  return {
    left,
    top,
    width: Math.min(toUnit(width), picturePartUnits - left),
    height: Math.min(toUnit(height), picturePartUnits - top),
  };
}
