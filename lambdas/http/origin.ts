import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ORIGIN_HEADER } from '../../shared/contract/origin.ts';
import { settingIfGiven } from '../platform/config.ts';
import { NotThroughSite } from '../platform/errors.ts';

/**
 * Checks that a request has come through the site, whose firewall would not see it otherwise. A function that was given
 * no secret takes requests from anywhere: emulators have no site.
 *
 * @throws NotThroughSite when the request does not show the secret that only the site's distribution adds.
 */
export function checkOrigin({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): void {
  const secret = settingIfGiven('ORIGIN_SECRET');
  if (secret === undefined) return;
  // Digests are of one length, as the comparison demands, whatever was sent.
  if (!timingSafeEqual(digest(headers[ORIGIN_HEADER] ?? ''), digest(secret))) throw new NotThroughSite();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
