import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { readOptionalSetting } from '../platform/config.ts';
import { NotThroughSite } from '../platform/errors.ts';

/**
 * Checks that a request came through CloudFront, and therefore through its firewall. Accepts all requests if the check
 * is off, as on emulators, which have no CloudFront. API Gateway adds the secret to the event as a stage variable.
 *
 * @throws NotThroughSite if the request lacks the secret header that CloudFront adds, or if the event has no secret
 */
export function checkOrigin({
  headers,
  stageVariables,
}: Pick<APIGatewayProxyEventV2, 'headers' | 'stageVariables'>): void {
  if (readOptionalSetting('ORIGIN_CHECK') === undefined) return;

  const secret = stageVariables?.[ORIGIN_SECRET_VARIABLE];
  const header = headers[ORIGIN_HEADER] ?? '';
  // timingSafeEqual requires equal lengths, which digests have.
  if (!secret || !timingSafeEqual(digest(header), digest(secret))) throw new NotThroughSite();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
