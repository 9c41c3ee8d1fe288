import { defaultSiteName } from '#shared/constants/site/site-defaults.ts';
import { getChosenPicture } from '#shared/schemas/administration/site-pictures.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import type { Site } from './root-data.ts';

/** Made of the logo by the server, as phones read nothing but PNG. */
const touchIcon = { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' };
const defaultIcons = [{ rel: 'icon', href: '/art/favicon.svg', type: 'image/svg+xml' }, touchIcon];

/**
 * The logo, icons and share image of the site, from the logo that an admin uploaded. Without one they are those of
 * the design; `sharePicture` is its bundled share image. It shows the name of the product, so a site with another
 * name has none. Only the server calls this, so that no page loads it.
 */
export function describeSitePictures(
  settings: SiteSettings,
  sharePicture: string | null,
): Pick<Site, 'logo' | 'icons' | 'shareImage'> {
  const logo = getChosenPicture(settings.logo);
  if (!logo) {
    const hasShareImage = sharePicture !== null && settings.name === defaultSiteName;
    const alt = 'Guildhall, a game store and a clubhouse';
    return {
      logo: null,
      icons: defaultIcons,
      shareImage: hasShareImage ? { path: sharePicture, alt } : null,
    };
  }
  const { full, thumbnail, text } = logo;
  return {
    logo: { src: thumbnail.path, alt: text, width: thumbnail.width, height: thumbnail.height },
    icons: [{ rel: 'icon', href: thumbnail.path, type: 'image/webp' }, touchIcon],
    shareImage: {
      path: full.path,
      alt: text || `The logo of ${settings.name}`,
      side: full.width,
    },
  };
}
