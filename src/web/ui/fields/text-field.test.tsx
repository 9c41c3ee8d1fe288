import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextField } from './text-field.tsx';

test('hint, error and counter are linked to their input for screen readers', () => {
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

test('a field without an error has no error attributes', () => {
  const html = renderToStaticMarkup(<TextField multiline label="Text" maxLength={750} />);
  expect(html).toContain('<textarea');
  expect(html).not.toContain('aria-invalid');
  expect(html).not.toContain('aria-describedby');
});

test('characters are counted as the server counts them, so a field has room for as many emoji', () => {
  const html = renderToStaticMarkup(
    <TextField label="Name" counter maxLength={20} defaultValue="Ada 😀" />,
  );
  expect(html).toContain('5 / 20');
  expect(html).toContain('maxLength="80"');
});
