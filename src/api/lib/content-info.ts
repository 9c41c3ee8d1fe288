/** What the vendor's clients are told of the content of a picture; sizes in pixels. */
export function contentInfo({
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
