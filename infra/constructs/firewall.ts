import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { allEndpoints } from '../../shared/contract/contract.ts';
import type { ErrorBody } from '../../shared/contract/error-body.ts';
import { type ErrorCode, errorStatus } from '../../shared/contract/error-codes.ts';
import type { Stage } from '../stage.ts';
import {
  buildFieldMatch,
  buildRateRules,
  buildVisibilityConfig,
  formatFirewallMetricName,
  WINDOW_SECONDS,
} from './rate-rule.ts';
import { CLOUDFRONT_REGION, findTargetRegion } from './target-region.ts';

const ERROR_CODE = 'TooManyCalls' satisfies ErrorCode;

/** The API's error body, for blocked requests. */
const RESPONSE_BODY: ErrorBody = {
  success: false,
  error: 'Too many requests from your network. Please wait a few minutes, then try again.',
  code: ERROR_CODE,
  requestId: '',
};

/** The response to blocked requests. */
const RESPONSE: wafv2.CfnWebACL.CustomResponseProperty = {
  responseCode: errorStatus[ERROR_CODE],
  customResponseBodyKey: ERROR_CODE,
  responseHeaders: [
    { name: 'retry-after', value: String(WINDOW_SECONDS) },
    { name: 'cache-control', value: 'no-store' },
  ],
};

/** Endpoints that call a payment provider. One abuser could use up the provider's rate limit for all members. */
const PAYMENT_PATHS = allEndpoints
  .filter(({ capability, access }) => capability === 'payments' && access === 'member')
  .map(({ path }) => `/api${path}`);

/** Registration and password recovery. Without a limit, a stranger could trigger emails or guess codes. */
const PUBLIC_PATHS = allEndpoints.filter(({ access }) => access === 'public').map(({ path }) => `/api${path}`);

/**
 * Limits requests per IP address in front of CloudFront: all requests, public endpoints, and endpoints that start
 * payments.
 */
export class Firewall extends Construct {
  readonly arn: string;

  /** @throws Error if the stack is deployed to another region than us-east-1. */
  constructor(scope: Construct, id: string, stage: Stage, limit: number) {
    super(scope, id);
    assertRegion(this);

    const acl = new wafv2.CfnWebACL(this, 'Rules', {
      description: `fathom-${stage.name}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      customResponseBodies: {
        [ERROR_CODE]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(RESPONSE_BODY) },
      },
      rules: buildRateRules([
        { name: 'Payments', limit: stage.paymentsPerFiveMinutesPerAddress, ...limitToPaths(PAYMENT_PATHS) },
        ...(PUBLIC_PATHS.length > 0 && stage.signInsPerFiveMinutesPerAddress !== undefined
          ? [{ name: 'Public', limit: stage.signInsPerFiveMinutesPerAddress, ...limitToPaths(PUBLIC_PATHS) }]
          : []),
        { name: 'Requests', limit, customResponse: RESPONSE },
      ]),
      visibilityConfig: buildVisibilityConfig(formatFirewallMetricName(stage.name, 'site')),
    });
    this.arn = acl.attrArn;
  }
}

/**
 * Limits a rule to these paths, and sets its response. Paths are decoded first, so that percent-encoding a character
 * doesn't bypass the limit.
 */
function limitToPaths(paths: readonly string[]) {
  return { scopeDownStatement: buildFieldMatch({ uriPath: {} }, paths, 'URL_DECODE'), customResponse: RESPONSE };
}

/** @throws Error if the stack is deployed to another region than us-east-1. */
function assertRegion(scope: Construct): void {
  const region = findTargetRegion(scope);
  if (region === undefined || region === CLOUDFRONT_REGION) return;
  throw new Error(
    `The limit per address is a firewall, which AWS accepts for CloudFront in ${CLOUDFRONT_REGION} only, but this stage ` +
      `goes to ${region}. Deploy the stage to ${CLOUDFRONT_REGION}, or set requestsPerFiveMinutesPerAddress to 'none': ` +
      "then one address can use up the stage's whole request rate.",
  );
}
