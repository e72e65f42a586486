/** Where the page's own services are, besides its own origin. */
interface PageServices {
  /** The user pool, and the WebSocket API. */
  readonly connect: readonly string[];
  /** The file bucket: uploads, downloads and previews by presigned URLs. */
  readonly files: readonly string[];
  /** Scripts, frames and calls of the payment providers. */
  readonly payments: readonly string[];
}

/** The providers' own addresses, as their documentation lists them. */
export const PAYMENT_ORIGINS = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://api.stripe.com',
  'https://hooks.stripe.com',
  'https://*.paypal.com',
  'https://*.paypalobjects.com',
] as const;

/** The address whose document may load what payment providers serve. The screen there makes sure that it is its own. */
export const PAYMENTS_PATH = '/payments';

/** The policies of the page: of every document, and of the one that is opened at {@link PAYMENTS_PATH}. */
export interface PagePolicies {
  readonly everywhere: string;
  readonly payments: string;
}

/**
 * What the page may load, and from where. Nothing inline runs: a text that got past everything else stays text.
 * Payment providers are allowed where payments are made, and nowhere else.
 */
export function contentSecurityPolicies({ connect, files, payments }: PageServices): PagePolicies {
  return { everywhere: policy(connect, files, []), payments: policy(connect, files, payments) };
}

function policy(connect: readonly string[], files: readonly string[], payments: readonly string[]): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...payments],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...files, ...payments],
    'media-src': ["'self'", 'blob:', ...files],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect, ...files, ...payments],
    'frame-src': [...files, ...payments],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
