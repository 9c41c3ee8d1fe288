import type { Palette } from './colour-palettes.ts';
import { n } from './svg-elements.ts';

/** The clothes of an avatar, in a picture of 256 px. */
export type Dress = keyof typeof dresses;

/** The shoulders and clothes of an avatar. They cover the part of the icon below the neck. */
export function dressed(dress: Dress, colours: Palette): string {
  return shoulders(colours) + dresses[dress](colours);
}

// Shoulders in the second colour with light along the upper edge.
function shoulders({ dusk, ink, spark }: Palette): string {
  const line = 'C24 214 58 188 128 186C198 188 232 214 238 262';
  return (
    `<path d="M18 262${line}Z" fill="${dusk}"/>` +
    `<path d="M18 262${line}" fill="none" stroke="${spark}" stroke-width="3.5" opacity=".85"/>` +
    `<path d="M70 262C76 236 84 222 96 212M186 262C180 236 172 222 160 212" fill="none" stroke="${ink}" stroke-width="4" opacity=".45"/>`
  );
}

function gem(x: number, y: number, r: number, { ink, light, spark }: Palette): string {
  return (
    `<path d="M${x} ${n(y - r)}L${n(x + r)} ${y}L${x} ${n(y + r)}L${n(x - r)} ${y}Z" fill="${spark}" stroke="${ink}" stroke-width="4"/>` +
    `<path d="M${x} ${n(y - r * 0.55)}L${n(x - r * 0.5)} ${y}L${x} ${y}Z" fill="#fff" opacity=".8"/>` +
    `<path d="M${x} ${n(y + r)}L${n(x + r)} ${y}" stroke="${light}" stroke-width="1.5"/>`
  );
}

/** Repeats a shape along the curve of the collar, from the outside to the middle on both sides. */
function around(count: number, shape: (angle: number) => string): string {
  let d = '';
  for (let i = 0; i < count; i += 1) {
    const fromMiddle = 1 - i / (count - 1);
    for (const side of fromMiddle === 0 ? [1] : [-1, 1]) {
      const angle = side * fromMiddle * 74;
      d += `<g transform="translate(128 96) rotate(${n(angle)})">${shape(angle)}</g>`;
    }
  }
  return d;
}

const dresses = {
  /** Two pleated rings of linen. */
  ruff: (colours: Palette) =>
    `<g fill="${colours.pale}" stroke="${colours.mid}" stroke-width="3">${around(8, () => '<path d="M-13 84Q-16 116 0 120Q16 116 13 84Z"/>')}</g>` +
    `<g fill="${colours.light}" stroke="${colours.mid}" stroke-width="2.5">${around(7, () => '<path d="M-12 76Q-14 98 0 102Q14 98 12 76Z"/>')}</g>` +
    gem(128, 226, 13, colours),
  /** A coat's high collar, open over a clasp. */
  lapels: (colours: Palette) =>
    `<path d="M104 184L128 236L152 184L128 196Z" fill="${colours.pale}" stroke="${colours.mid}" stroke-width="3"/>` +
    `<path d="M52 172L122 232L100 262H40Z" fill="${colours.mid}"/><path d="M204 172L134 232L156 262H216Z" fill="${colours.mid}"/>` +
    `<path d="M52 172L122 232M204 172L134 232" stroke="${colours.light}" stroke-width="7" stroke-linecap="round"/>` +
    gem(128, 226, 16, colours),
  /** Oak leaves, overlapping. */
  leaves: (colours: Palette) =>
    `<g fill="${colours.glow}" stroke="${colours.ink}" stroke-width="2.5">${around(7, () => '<path d="M0 76Q-22 98 0 136Q22 98 0 76Z"/>')}</g>` +
    `<g fill="${colours.light}" stroke="${colours.ink}" stroke-width="2">${around(6, () => '<path d="M0 74Q-14 90 0 112Q14 90 0 74Z"/>')}</g>` +
    gem(128, 226, 12, colours),
  /** Long feathers, dark ones over bright ones. */
  feathers: (colours: Palette) =>
    `<g fill="${colours.glow}" stroke="${colours.ink}" stroke-width="3">${around(8, () => '<path d="M-9 82L-7 132L0 146L7 132L9 82Z"/>')}</g>` +
    `<g fill="${colours.deep}" stroke="${colours.light}" stroke-width="2">${around(7, () => '<path d="M-10 76L-8 108L0 120L8 108L10 76Z"/>')}</g>`,
  /** A fur, and a claw on a cord. */
  fur: (colours: Palette) =>
    `<g fill="${colours.mid}" stroke="${colours.light}" stroke-width="2.5" stroke-linejoin="round">${around(8, () => '<path d="M-15 82L-18 116L-6 108L0 130L6 108L18 116L15 82Z"/>')}</g>` +
    `<path d="M84 176Q128 262 172 176" fill="none" stroke="${colours.spark}" stroke-width="4"/>` +
    gem(128, 224, 13, colours),
  /** A king's mantle of ermine under a chain. */
  mantle: (colours: Palette) =>
    `<g fill="${colours.pale}" stroke="${colours.dusk}" stroke-width="2">${around(6, () => '<path d="M-20 80Q-26 126 0 132Q26 126 20 80Z"/>')}</g>` +
    `<g fill="${colours.dusk}">${around(7, () => '<path d="M-4 108L0 122L4 108L0 104Z"/>')}</g>` +
    `<path d="M74 178Q128 250 182 178" fill="none" stroke="${colours.glow}" stroke-width="7" stroke-dasharray="9 5"/>` +
    gem(128, 220, 15, colours),
  /** A scarf wound twice, one end over the shoulder. */
  scarf: (colours: Palette) =>
    `<path d="M60 186Q128 250 196 186L204 214Q128 276 52 214Z" fill="${colours.spark}"/>` +
    `<path d="M66 170Q128 226 190 170L198 194Q128 250 58 194Z" fill="${colours.pale}"/>` +
    `<path d="M66 170Q128 226 190 170M62 182Q128 238 194 182M56 204Q128 264 200 204" fill="none" stroke="${colours.mid}" stroke-width="3"/>` +
    `<path d="M150 214L196 206L206 262H166Z" fill="${colours.spark}" stroke="${colours.mid}" stroke-width="3"/>`,
  /** A plate for the neck, riveted. */
  gorget: (colours: Palette) =>
    `<path d="M58 170Q128 226 198 170L222 208Q200 246 128 262Q56 246 34 208Z" fill="url(#e)" stroke="${colours.ink}" stroke-width="4"/>` +
    `<path d="M58 182Q128 238 198 182" fill="none" stroke="${colours.pale}" stroke-width="5"/>` +
    `<path d="M128 214V258M62 196L48 226M194 196L208 226" stroke="${colours.ink}" stroke-width="3" opacity=".6"/>` +
    gem(128, 226, 15, colours),
};
