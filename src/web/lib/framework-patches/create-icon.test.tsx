import { readdirSync } from 'node:fs';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon from './create-icon.tsx';

const directory = path.resolve('node_modules/lucide-react/dist/esm/icons');
/** A tenth of the icons of the package: the build uses fewer. */
const files = readdirSync(directory).filter(
  (file, index) => file.endsWith('.mjs') && !file.startsWith('index') && index % 20 === 0,
);

test('icons have the markup of lucide-react', async () => {
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const { default: Theirs, __iconData: data } = await import(path.join(directory, file));
    if (!data) continue;
    const Ours = createIcon(data);
    for (const props of [
      { 'aria-hidden': true, className: 'size-5 shrink-0' },
      { strokeWidth: 1, size: 20 },
    ]) {
      expect(renderToString(<Ours {...props} />)).toBe(renderToString(<Theirs {...props} />));
    }
  }
});
