import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ORIGIN_CHECK_OFF, ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { NotThroughSite } from '../platform/errors.ts';

/**
 * Checks that a request came through CloudFront, and therefore through its firewall.
 *
 * API Gateway adds the secret to the event as a stage variable. The same variable turns the check off, so that one
 * update of API Gateway's stage turns the check on or off for all functions. Emulators have no CloudFront. They get
 * events with the variable `off`, or without it.
 *
 * @throws NotThroughSite if the request lacks the secret header that CloudFront adds, or if the variable is empty
 */
export function checkOrigin({
  headers,
  stageVariables,
}: Pick<APIGatewayProxyEventV2, 'headers' | 'stageVariables'>): void {
  const secret = stageVariables?.[ORIGIN_SECRET_VARIABLE];
  if (secret === undefined || secret === ORIGIN_CHECK_OFF) return;

  const header = headers[ORIGIN_HEADER] ?? '';
  // timingSafeEqual requires equal lengths, which digests have.
  if (secret === '' || !timingSafeEqual(digest(header), digest(secret))) throw new NotThroughSite();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
