/** The header in which CloudFront sends its secret, so that the API rejects requests that bypass it. */
export const ORIGIN_HEADER = 'x-fathom-origin';

/** The stage variable in which API Gateway hands the expected value to functions. */
export const ORIGIN_SECRET_VARIABLE = 'originSecret';

/** The value of the stage variable that turns the check off. No secret has it: a secret has 64 characters. */
export const ORIGIN_CHECK_OFF = 'off';
