import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { ChoiceField } from '../fields/choice-fields.tsx';
import { TextField } from '../fields/text-field.tsx';
import { ActionForm } from './action-form.tsx';
import { PageForms } from './page-forms.tsx';

const failure: FormError = {
  code: 'bad-input',
  message: 'Check what you typed.',
  isUnexpected: false,
  needsProof: false,
  fields: { name: 'Too long.' },
  typed: { intent: 'rename', id: '2', name: 'Typed', isLoud: 'yes' },
};

/** The forms of a list with two items after the second one failed, by the id of the item. */
function renderForms(hasMessage: boolean | 'without-field') {
  const element = (
    <PageForms failure={failure}>
      {['1', '2'].map((id) => (
        <ActionForm
          key={id}
          intent="rename"
          values={{ id }}
          hasMessage={hasMessage}
          aria-label={id}
          button="Save"
        >
          <TextField label="Name" name="name" defaultValue={`Saved ${id}`} />
          <ChoiceField name="isLoud" label="Loud" hint="" defaultChecked={false} />
          <ChoiceField name="isFast" label="Fast" hint="" defaultChecked />
        </ActionForm>
      ))}
    </PageForms>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  const [, first = '', second = ''] = renderToStaticMarkup(
    <RouterProvider router={router} />,
  ).split('<form');
  return { first, second };
}

test('the form that failed keeps what was typed and shows what is wrong', () => {
  const { second } = renderForms(true);
  expect(second).toMatch(/<input[^>]*name="name"[^>]*value="Typed"/);
  expect(second).toMatch(/name="isLoud"[^>]*checked/);
  expect(second).not.toMatch(/name="isFast"[^>]*checked/);
  expect(second).toContain('Too long.');
  expect(second).toContain('Check what you typed.');
});

test('another form of the same kind shows what is saved, and no error', () => {
  const { first } = renderForms(true);
  expect(first).toMatch(/<input[^>]*name="name"[^>]*value="Saved 1"/);
  expect(first).not.toMatch(/name="isLoud"[^>]*checked/);
  expect(first).toMatch(/name="isFast"[^>]*checked/);
  expect(first).not.toContain('aria-invalid');
  expect(first).not.toContain('Check what you typed.');
});

test('a form can leave its message to the field that is wrong', () => {
  const { second } = renderForms('without-field');
  expect(second).toContain('Too long.');
  expect(second).not.toContain('Check what you typed.');
});
