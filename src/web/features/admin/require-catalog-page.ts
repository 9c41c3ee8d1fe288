import { data } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { logMissingRole } from '#domain/permissions/missing-role.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** For everybody but catalog editors and admins, the pages of the games of the site do not exist. */
export function requireCatalogPage(ctx: Ctx): void {
  if (isCatalogEditor(ctx.actor)) return;
  logMissingRole(ctx, 'catalog-editor');
  throw data(null, { status: 404 });
}

/** The same for a form. A visitor is sent to the login instead. */
export function requireCatalogForm(ctx: Ctx): void {
  if (isCatalogEditor(requireActor(ctx))) return;
  logMissingRole(ctx, 'catalog-editor');
  throw new AppError('not-found');
}

/** Joins the chosen genres with commas, as the schema expects them. */
export function joinGenres(form: FormData): FormData {
  form.set(
    'genres',
    form
      .getAll('genres')
      .filter((value) => typeof value === 'string')
      .join(','),
  );
  return form;
}
