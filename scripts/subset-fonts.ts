import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/**
 * Cuts from the two faces what nearly every page needs, into `src/web/fonts`: they are loaded before
 * anything else, so each kilobyte delays the first picture. Other letters come from the whole faces
 * (see styles/fonts.css). Run it after either package has changed.
 */
const letters = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index))}\u00A0©·×é–—‘’“”…•←→`;
const keepFeatures = ['kern', 'tnum'];
const faces = [
  {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    to: 'inter.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  {
    from: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    to: 'bricolage-grotesque-bold.woff2',
    variationAxes: { wght: 700 },
  },
];

for (const { from, to, variationAxes } of faces) {
  const whole = await readFile(`node_modules/${from}`);
  // Of a name of its own: the types do not know `keepFeatures` yet.
  const options = { targetFormat: 'woff2' as const, keepFeatures, variationAxes };
  const cut = await subsetFont(whole, letters, options);
  await writeFile(`src/web/fonts/${to}`, cut);
  console.log(`${to}: ${cut.length} of ${whole.length} bytes`);
}
