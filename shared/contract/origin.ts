/** The header in which CloudFront sends its secret, so that the API rejects requests that bypass it. */
export const ORIGIN_HEADER = 'x-fathom-origin';
