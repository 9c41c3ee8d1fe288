import type { Plugin } from 'vite';

/** Builds `create-icon.tsx` in place of the module of lucide-react, which has no option for this. */
export const createIconPlugin: Plugin = {
  name: 'create-icon',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    const isIcon =
      source === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/dist/esm/icons/');
    return isIcon ? `${import.meta.dirname}/create-icon.tsx` : null;
  },
};
