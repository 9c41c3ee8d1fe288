/** The wishlist of an account. */
export const wishlistConstants = { itemsMax: 500, pageSize: 24, pageWindow: 4 } as const;
