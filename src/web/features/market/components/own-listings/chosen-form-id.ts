/** The id of the form that has the ticked listings of the page. */
export const chosenFormId = 'chosen-listings';
