export const roleConstants = {
  nameMax: 40,
  /** Further roles of the site, with the built-in one. */
  rolesMax: 100,
  slugMax: 40,
} as const;
