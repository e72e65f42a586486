import { PAYMENT_ORIGINS, PAYMENTS_PATH } from './content-security-policy.ts';

/** Features of browsers that no page uses. The header prevents injected markup and frames from using them. */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
] as const;

/** Origins whose frames may start a payment of the browser, such as Apple Pay. The header has no wildcards. */
const PAYMENT_FRAMES = PAYMENT_ORIGINS.filter((origin) => origin.startsWith('https://js.')).map(
  (origin) => `"${origin}"`,
);

/** Headers of pages without a setting in CloudFront. */
export interface PageHeaders {
  readonly 'permissions-policy': string;
  readonly 'cross-origin-opener-policy': string;
  readonly 'cross-origin-resource-policy': string;
}

/** Returns the headers of the page at a path, in addition to its content security policy. */
export function buildPageHeaders(path: string): PageHeaders {
  const payment = path === PAYMENTS_PATH ? `payment=(self ${PAYMENT_FRAMES.join(' ')})` : 'payment=()';
  return {
    'permissions-policy': [...UNUSED_FEATURES.map((feature) => `${feature}=()`), payment].join(', '),
    // The value `same-origin` would prevent PayPal's window from reporting to the page that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** The policy of members' pictures. A picture that is opened in a tab can't run scripts or load anything. */
export const MEDIA_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** The headers of members' pictures, which prevent other sites from embedding them. */
export const MEDIA_HEADERS = { 'cross-origin-resource-policy': 'same-origin' } as const;
