import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

// Pictures that no camera makes, byte by byte, for what reads them.

/** A plain picture to be written in any format. */
export function plain(width: number, height: number, background = '#a03020'): Sharp {
  return sharp({
    create: { width, height, channels: 3, background },
    limitInputPixels: false,
  });
}

/** As a photograph: it does not compress to nothing, and does compress. */
export async function photograph(width: number, height: number): Promise<Sharp> {
  const small = {
    width: Math.ceil(width / 16),
    height: Math.ceil(height / 16),
    channels: 3,
  } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const data = await sharp({ create: { ...small, background: '#000', noise } })
    .raw()
    .toBuffer();
  return sharp(data, { raw: small, limitInputPixels: false }).resize(width, height, {
    fit: 'fill',
  });
}

/** A moving picture: `colours` one after the other. */
export async function moving(colours: string[], format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(colours.map((colour) => plain(32, 18, colour).raw().toBuffer()));
  return sharp(Buffer.concat(frames), {
    raw: { width: 32, height: 18 * colours.length, channels: 3, pageHeight: 18 },
  })
    .toFormat(format)
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A small PNG whose header claims any size. */
export function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with a text of one's choice in it, where tools keep comments. */
export function pngWithText(png: Buffer, text: string): Buffer {
  const afterHeader = 8 + 12 + 13;
  const comment = chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));
  return Buffer.concat([png.subarray(0, afterHeader), comment, png.subarray(afterHeader)]);
}

/** A JPEG whose header claims any size up to 65,535 a side. */
export function claimingJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const made = Buffer.from(jpeg);
  const frame = made.indexOf(Buffer.from([0xff, 0xc0]));
  made.writeUInt16BE(height, frame + 5);
  made.writeUInt16BE(width, frame + 7);
  return made;
}

const gifHead = (width: number, height: number) => {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\xff\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
};
const gifFrame = (width: number, height: number) => {
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0]);
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return frame;
};
const gifEnd = Buffer.from([0x3b]);

/** A GIF of so many frames that say any size, and have one pixel. */
export function gifOf(frames: number, width = 1, height = 1): Buffer {
  const frame = gifFrame(width, height);
  const all = Buffer.alloc(frames * frame.byteLength, frame);
  return Buffer.concat([gifHead(width, height), all, gifEnd]);
}

/** A GIF that is a script too: its width begins a comment, its own comment ends it. */
export function scriptGif(script: string): Buffer {
  const text = Buffer.from(`*/=1;${script}/*`, 'latin1');
  return Buffer.concat([
    gifHead(0x2a2f, 1),
    Buffer.from([0x21, 0xfe, text.byteLength]),
    text,
    Buffer.from([0]),
    gifFrame(1, 1),
    gifEnd,
    Buffer.from('*/', 'latin1'),
  ]);
}
