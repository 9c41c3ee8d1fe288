import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/**
 * Writes subsets of the two fonts with the letters that nearly every page needs to `src/web/fonts`. They are
 * loaded first, so each kilobyte delays the first paint. Other letters come from the full fonts
 * (see styles/fonts.css). Run it when one of the packages has changed.
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
  // In a variable, because the types do not include `keepFeatures` yet.
  const options = { targetFormat: 'woff2' as const, keepFeatures, variationAxes };
  const cut = await subsetFont(whole, letters, options);
  await writeFile(`src/web/fonts/${to}`, cut);
  console.log(`${to}: ${cut.length} of ${whole.length} bytes`);
}
