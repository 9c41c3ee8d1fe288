import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextField } from './text-field.tsx';

test('ties hint, error and counter to the input that they are about', () => {
  const html = renderToStaticMarkup(
    <TextField
      id="name"
      label="Name"
      hint="As others see it."
      error="Too long."
      counter
      maxLength={20}
      defaultValue="Ada"
    />,
  );
  expect(html).toMatch(/<label for="name"/);
  expect(html).toMatch(/<input[^>]*aria-describedby="name-hint name-error name-count"/);
  expect(html).toMatch(/<input[^>]*aria-invalid="true"/);
  expect(html).toMatch(/id="name-error"[^>]*>Too long\./);
  expect(html).toMatch(/id="name-count"[^>]*>3 \/ 20/);
});

test('says nothing about errors while there are none', () => {
  const html = renderToStaticMarkup(<TextField multiline label="Text" maxLength={750} />);
  expect(html).toContain('<textarea');
  expect(html).not.toContain('aria-invalid');
  expect(html).not.toContain('aria-describedby');
});
