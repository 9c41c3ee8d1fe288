/** Formats a number for SVG: one decimal, without a trailing zero. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A path through points, written as relative steps, which takes half the characters. */
export function path(points: readonly (readonly [number, number])[]): string {
  let [fromX, fromY] = [0, 0];
  let d = '';
  for (const [index, [x, y]] of points.entries()) {
    const [toX, toY] = [Number(n(x)), Number(n(y))];
    const [dx, dy] = [n(toX - fromX), n(toY - fromY)];
    const start = index === 0 ? 'M' : index === 1 ? 'l' : dx.startsWith('-') ? '' : ' ';
    d += `${start}${dx}${dy.startsWith('-') ? '' : ' '}${dy}`;
    [fromX, fromY] = [toX, toY];
  }
  return d;
}

/** A picture of a given size. Pages show it with `<img>`, so its ids cannot collide with theirs. */
export function picture(width: number, height: number, defs: string, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}"><defs>${defs}</defs>${body}</svg>\n`
  );
}

type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A gradient from top to bottom. */
export function linear(id: string, stops: readonly Stop[], direction = 'x2="0" y2="1"'): string {
  return `<linearGradient id="${id}" ${direction}>${stops.map(stop).join('')}</linearGradient>`;
}

/** A gradient from a point outwards, in the units of the picture. */
export function radial(id: string, x: number, y: number, r: number, stops: readonly Stop[]) {
  return (
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(y)}" ` +
    `r="${n(r)}">${stops.map(stop).join('')}</radialGradient>`
  );
}

function stop([offset, colour, opacity]: Stop): string {
  const at = offset === 0 ? '' : ` offset="${share(offset)}"`;
  const veil = opacity === undefined ? '' : ` stop-opacity="${share(opacity)}"`;
  return `<stop${at} stop-color="${colour}"${veil}/>`;
}

/** Formats a number from 0 to 1 without the leading zero. */
function share(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^0\./, '.');
}

/** Places the element with the id `g`, drawn in a square of 512, centred on a point and scaled to `size`. */
export function place(x: number, y: number, size: number, attributes: string): string {
  const scale = size / 512;
  const at = `translate(${n(x - size / 2)} ${n(y - size / 2)}) scale(${scale.toFixed(4)})`;
  return `<use href="#g" transform="${at}" ${attributes}/>`;
}
