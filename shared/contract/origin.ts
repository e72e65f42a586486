/** The header in which the site's distribution shows the API that a request has come through it. */
export const ORIGIN_HEADER = 'x-fathom-origin';
