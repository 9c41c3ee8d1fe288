import sharp from 'sharp';
import { paletteOf } from '../parts/colour-palettes.ts';
import { linear, picture } from '../parts/svg-elements.ts';
import { markArt } from './favicon.ts';
import { bannerArt } from './shop-banner.ts';

const width = 1200;
const height = 630;

/**
 * The share image of the start page, 1200 by 630 pixels: the hall at night beside the logo and
 * the name. It is a PNG because most sites do not show SVG, with 256 colours to stay small.
 */
export async function drawShare(): Promise<Buffer> {
  return await sharp(Buffer.from(shareSvg()))
    .png({ palette: true, colours: 256, dither: 0.6, effort: 7, compressionLevel: 9 })
    .toBuffer();
}

function shareSvg(): string {
  const banner = bannerArt();
  const mark = markArt('k');
  const night = paletteOf(266, 0.85);
  const ember = paletteOf(62, 1.05);
  const scale = height / 800;
  const defs =
    banner.defs +
    mark.defs +
    linear(
      'x',
      [
        [0, night.ink, 0.8],
        [0.26, night.ink, 0.5],
        [0.44, night.ink, 0],
      ],
      'x2="1" y2="0"',
    ) +
    linear('y', [
      [0, '#fff'],
      [1, ember.light],
    ]);
  const body =
    `<g transform="scale(${scale}) translate(-590 0)">${banner.body}</g>` +
    `<path d="M0 0H${width}V${height}H0Z" fill="url(#x)"/>` +
    `<g transform="translate(64 196) scale(3)">${mark.body}</g>` +
    `<path d="${name}" transform="translate(60 392) scale(.212)" fill="url(#y)"/>`;
  return picture(width, height, defs, body);
}

// 'Guildhall' as outlines of Bricolage Grotesque Bold (SIL Open Font License), 500 units to the em.
// Text in a font would look different on each machine.
const name =
  'M167 7q-41 0-73-19-32-18-51-56-18-37-18-94 0-41 10-73 11-33 32-55 21-23 51-35 30-12 70-1' +
  '2 31 0 55 7 25 7 43 20 18 13 28 31 10 19 11 42l-68 20q-1-20-11-34-9-13-25-20-16-7-35-7-2' +
  '8 0-47 12-19 12-29 38-10 25-10 64 0 29 6 50 6 22 17 36 11 14 27 20 16 7 37 7 23 0 39-7 1' +
  '6-8 26-23 9-15 11-39h-63v-51h134v60 111h-51l2-84h-9q-9 29-22 50-14 20-35 30-21 11-52 11z' +
  'm312 0q-46 0-69-31-23-32-23-95v-144h72v135q0 38 11 57 12 19 36 19 14 0 24-7 11-7 18-20 7' +
  '-13 11-29 4-17 5-37v-118h72v156 107h-59l0-82h-9q-7 31-19 51-11 20-28 29-17 9-42 9zm220-7' +
  'v-263h71v263zm36-302q-21 0-33-9-11-9-11-25 0-18 11-27 12-9 33-9 21 0 33 9 11 9 11 26 0 1' +
  '7-12 26-11 9-32 9zm99 302v-358h71v358zm229 7q-33 0-57-17-25-17-38-48-14-31-14-74 0-39 12' +
  '-70 12-31 36-49 23-18 58-18 26 0 43 10 17 10 29 28 11 18 17 44h12q-3-17-6-32-3-15-4-29-2' +
  '-14-2-24v-86h72v229 129h-60l0-76h-10q-6 28-17 46-12 19-29 28-18 9-42 9zm25-59q16 0 27-7 ' +
  '12-7 20-19 7-11 10-24 4-13 4-24v-10q0-10-3-20-2-10-7-20-5-10-13-18-7-8-17-12-10-5-23-5-1' +
  '8 0-30 10-13 10-20 28-6 18-6 42 0 24 7 42 7 17 20 27 13 10 31 10zm196 52v-165-193h72v83q' +
  '0 10-1 21 0 11-2 22-2 11-3 23-2 11-4 23h11q7-26 18-45 10-18 28-28 17-10 42-10 47 0 70 32' +
  ' 23 32 23 98v139h-73v-128q0-41-12-62-12-20-37-20-20 0-33 12-13 12-20 32-6 21-7 45v121zm3' +
  '74 7q-22 0-39-9-17-8-26-25-10-17-10-41 0-21 8-36 9-14 25-24 16-9 39-15 23-6 54-10 15-2 2' +
  '6-5 10-2 15-7 5-5 5-16 0-14-10-24-10-10-32-10-14 0-26 5-12 5-21 15-9 10-13 26l-63-19q5-2' +
  '1 16-36 12-15 28-25 15-11 36-16 21-4 45-4 38 0 62 12 25 12 37 38 12 26 12 66v45q0 17 0 3' +
  '5 1 19 2 37 2 18 4 36h-64q-2-13-4-29-2-16-3-33h-8q-7 19-20 35-13 16-32 25-19 9-43 9zm31-' +
  '52q9 0 19-3 10-4 19-10 9-6 17-16 8-9 12-21l0-42 11 2q-9 7-21 10-12 4-25 6-12 2-25 4-12 3' +
  '-22 7-10 4-16 11-6 7-6 19 0 15 11 24 10 9 26 9zm198 45v-358h70v358zm134 0v-358h70v358z';
