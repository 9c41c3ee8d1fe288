// In a file of their own, because every page loads them.

/** The name of a site that was never changed. */
export const defaultSiteName = 'Guildhall';
/** The tagline of a site that was never changed. */
export const defaultTagline = 'The future of gaming is here';
