import { createHmac } from 'node:crypto';
import { RENDITION_URL_SECONDS } from '../../shared/rules/limits.ts';
import { loadSecret } from '../platform/secret.ts';
import { toKeyObject } from '../platform/sha256.ts';
import { parseStorageKey, type RenditionPixels, renditionKey } from './storage-key.ts';

/**
 * Returns the storage key of a file's rendition: `renditions/{userId}/{ulid}/320.webp`.
 *
 * @throws Error if the file's key is not a valid storage key
 */
export function renditionKeyOf(fileKey: string, pixels: RenditionPixels): string {
  const address = parseStorageKey(fileKey);
  if (!address) throw new Error('A rendition belongs to a stored file.');
  return renditionKey(address, pixels);
}

/**
 * Loads the key that signs URLs of renditions, cached per function instance.
 *
 * An endpoint that returns files calls it first, without waiting. So the key loads while the endpoint reads the files.
 */
export function loadRenditionSigningKey(): Promise<string> {
  return loadSecret('RENDITION_SECRET_ARN');
}

/**
 * Returns the URL path of a rendition, on the site's origin. It is valid for 15 to 30 minutes.
 *
 * All functions return the same URL for 15 minutes, so that browsers use their cache. CloudFront checks the signature:
 * see docs/adr/0042-rendition-urls.md.
 *
 * @param storageKey - the rendition's storage key; it contains no characters that URLs escape
 * @param now - milliseconds since 1970
 * @param signingKey - from {@link loadRenditionSigningKey}
 */
export function signRendition(storageKey: string, now: number, signingKey: string): string {
  const window = Math.floor(now / 1000 / RENDITION_URL_SECONDS);
  // The end of the next window, which is more than 15 minutes from now.
  const signedPath = `/${storageKey}?expires=${(window + 2) * RENDITION_URL_SECONDS}`;
  return `${signedPath}&signature=${createHmac('sha256', toKeyObject(signingKey)).update(signedPath).digest('hex')}`;
}
