/** Origins that the pages use in addition to their own. */
interface PageServices {
  /** The user pool and the WebSocket API. */
  readonly connect: readonly string[];
  /** The file bucket, for uploads, downloads, and previews with presigned URLs. */
  readonly files: readonly string[];
  /** Scripts, frames, and APIs of the payment providers. */
  readonly payments: readonly string[];
}

/** The origins that Stripe and PayPal document for a content security policy. */
export const PAYMENT_ORIGINS = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://api.stripe.com',
  'https://hooks.stripe.com',
  'https://*.paypal.com',
  'https://*.paypalobjects.com',
] as const;

/** The only path whose document may load the payment providers' scripts. */
export const PAYMENTS_PATH = '/payments';

/** The content security policy of API responses and public pictures, which are never pages. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Content security policies of the pages. */
export interface PagePolicies {
  readonly default: string;
  /** The policy of the document at {@link PAYMENTS_PATH}. */
  readonly payments: string;
}

/**
 * Builds the content security policies of the pages.
 *
 * No inline script runs, so injected markup stays harmless. Only the payment page may load the payment providers.
 */
export function buildContentSecurityPolicies({ connect, files, payments }: PageServices): PagePolicies {
  return { default: buildPolicy(connect, files, []), payments: buildPolicy(connect, files, payments) };
}

function buildPolicy(connect: readonly string[], files: readonly string[], payments: readonly string[]): string {
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
