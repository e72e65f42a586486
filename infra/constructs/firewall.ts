import { Stack, Token } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { allEndpoints } from '../../shared/contract/contract.ts';
import type { ErrorBody } from '../../shared/contract/endpoint.ts';
import { errorStatus } from '../../shared/contract/error-codes.ts';
import type { Stage } from '../stage.ts';

/** AWS WAF accepts rules for CloudFront in this region only. */
const REGION = 'us-east-1';
const WINDOW_SECONDS = 300;
const ERROR_CODE = 'TooManyCalls';

/** The API's error body, for blocked requests. */
const RESPONSE_BODY: ErrorBody = {
  success: false,
  error: 'Too many requests from your network. Please wait a few minutes, then try again.',
  code: 'TooManyCalls',
  requestId: '',
};

/** Endpoints that call a payment provider. One abuser could use up the provider's rate limit for all members. */
const PAYMENT_PATHS = allEndpoints
  .filter(({ capability, access }) => capability === 'payments' && access === 'member')
  .map(({ path }) => `/api${path}`);

/** Limits requests per IP address in front of CloudFront: all requests, and those that start payments. */
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
      // The lower limit comes first, because later rules don't count a blocked request.
      rules: [
        rateRule('Payments', 0, {
          limit: stage.paymentsPerFiveMinutesPerAddress,
          scopeDownStatement: pathIsOneOf(PAYMENT_PATHS),
        }),
        rateRule('Requests', 1, { limit }),
      ],
      visibilityConfig: metricsOnly('Firewall'),
    });
    this.arn = acl.attrArn;
  }
}

function rateRule(
  name: string,
  priority: number,
  scope: Pick<wafv2.CfnWebACL.RateBasedStatementProperty, 'limit' | 'scopeDownStatement'>,
): wafv2.CfnWebACL.RuleProperty {
  const responseHeaders = [
    { name: 'retry-after', value: String(WINDOW_SECONDS) },
    { name: 'cache-control', value: 'no-store' },
  ];
  return {
    name,
    priority,
    statement: {
      rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_SECONDS, ...scope },
    },
    action: {
      block: {
        customResponse: { responseCode: errorStatus[ERROR_CODE], customResponseBodyKey: ERROR_CODE, responseHeaders },
      },
    },
    visibilityConfig: metricsOnly(name),
  };
}

function pathIsOneOf(paths: readonly string[]): wafv2.CfnWebACL.StatementProperty {
  return {
    orStatement: {
      statements: paths.map((searchString) => ({
        byteMatchStatement: {
          searchString,
          positionalConstraint: 'EXACTLY',
          fieldToMatch: { uriPath: {} },
          // Otherwise, percent-encoding one character of the path would bypass the limit.
          textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
        },
      })),
    },
  };
}

/** Publishes metrics, but stores no sampled requests, which contain visitors' IP addresses. */
function metricsOnly(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

function assertRegion(scope: Construct): void {
  const { region } = Stack.of(scope);
  // A stack without a region is deployed to the region of the CDK's command line, which sets this variable.
  const target = Token.isUnresolved(region) ? process.env.CDK_DEFAULT_REGION : region;
  if (target === undefined || target === REGION) return;
  throw new Error(
    `requestsPerFiveMinutesPerAddress creates a firewall in ${REGION}, but this stage goes to ${target}. ` +
      `Deploy the stage to ${REGION}, or remove the setting.`,
  );
}
