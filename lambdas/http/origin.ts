import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ORIGIN_HEADER } from '../../shared/contract/origin.ts';
import { optionalSetting } from '../platform/config.ts';
import { NotThroughSite } from '../platform/errors.ts';

/**
 * Checks that a request came through CloudFront, and therefore through its firewall. Accepts all requests if the
 * function has no secret, as on emulators, which have no CloudFront.
 *
 * @throws NotThroughSite if the request lacks the secret header that CloudFront adds
 */
export function checkOrigin({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): void {
  const secret = optionalSetting('ORIGIN_SECRET');
  if (secret === undefined) return;
  // timingSafeEqual requires equal lengths, which digests have.
  if (!timingSafeEqual(digest(headers[ORIGIN_HEADER] ?? ''), digest(secret))) throw new NotThroughSite();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
