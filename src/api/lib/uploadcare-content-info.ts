/** Describes the content of a picture as Uploadcare's clients expect it. Sizes are in pixels. */
export function toContentInfo({
  kind,
  width,
  height,
}: {
  kind: string;
  width: number;
  height: number;
}) {
  const [type, subtype] = kind.split('/');
  const image = {
    format: subtype?.toUpperCase(),
    width,
    height,
    sequence: false,
    orientation: null,
    dpi: null,
    color_mode: 'RGB',
    datetime_original: null,
    geo_location: null,
  };
  return { mime: { mime: kind, type, subtype }, image };
}
