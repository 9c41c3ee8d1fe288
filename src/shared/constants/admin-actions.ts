/** What can be in the admin log. */
export const adminActions = ['set-price', 'add-sale', 'end-sale'] as const;
