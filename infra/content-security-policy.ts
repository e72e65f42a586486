/** Where the page's own services are, besides its own origin. */
export interface PageServices {
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

/**
 * What the page may load, and from where. All screens are one document, so the payment providers are allowed in all of
 * it; their scripts are asked for on /payments alone. Nothing inline runs: a text that got past everything else stays
 * text. Style attributes are allowed, since the providers' own scripts set them.
 */
export function contentSecurityPolicy({ connect, files, payments }: PageServices): string {
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
