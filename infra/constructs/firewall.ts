import { Stack, Token } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { allEndpoints } from '../../shared/contract/contract.ts';
import type { ErrorBody } from '../../shared/contract/endpoint.ts';
import { errorStatus } from '../../shared/contract/error-codes.ts';
import type { Stage } from '../stage.ts';

/** The only region in which AWS WAF takes what belongs to CloudFront. */
const REGION = 'us-east-1';
const WINDOW_SECONDS = 300;
const ANSWER = 'TooManyCalls';

/** What an address is told that has asked too often: as the API tells a member. */
const BODY: ErrorBody = {
  success: false,
  error: 'Too much comes from where you are. Please wait a few minutes, then try again.',
  code: 'TooManyCalls',
  requestId: '',
};

/** Each of these asks a payment provider, which would turn everybody away for the sake of one who calls without end. */
const PAYMENTS = allEndpoints
  .filter(({ capability, access }) => capability === 'payments' && access === 'member')
  .map(({ path }) => `/api${path}`);

/** Counts the requests of each address, before the site answers any: all of them, and those that begin payments. */
export class Firewall extends Construct {
  readonly arn: string;

  /** @throws Error when the stack is known to go to another region than CloudFront's firewalls. */
  constructor(scope: Construct, id: string, stage: Stage, limit: number) {
    super(scope, id);
    assertRegion(this);
    const acl = new wafv2.CfnWebACL(this, 'Rules', {
      description: `fathom-${stage.name}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      customResponseBodies: { [ANSWER]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(BODY) } },
      // The lower limit first: a request that the first blocks is not counted by the second.
      rules: [
        rule('Payments', 0, {
          limit: stage.paymentsPerFiveMinutesPerAddress,
          scopeDownStatement: pathIsOneOf(PAYMENTS),
        }),
        rule('Requests', 1, { limit }),
      ],
      visibilityConfig: visibility('Firewall'),
    });
    this.arn = acl.attrArn;
  }
}

function rule(
  name: string,
  priority: number,
  counted: Pick<wafv2.CfnWebACL.RateBasedStatementProperty, 'limit' | 'scopeDownStatement'>,
): wafv2.CfnWebACL.RuleProperty {
  const responseHeaders = [
    { name: 'retry-after', value: String(WINDOW_SECONDS) },
    { name: 'cache-control', value: 'no-store' },
  ];
  return {
    name,
    priority,
    statement: {
      rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_SECONDS, ...counted },
    },
    action: {
      block: {
        customResponse: { responseCode: errorStatus[ANSWER], customResponseBodyKey: ANSWER, responseHeaders },
      },
    },
    visibilityConfig: visibility(name),
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
          // Else the same path, written with a percent sign, would not be counted.
          textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
        },
      })),
    },
  };
}

/** Counted, and no request kept: a sample would hold addresses of visitors. */
function visibility(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

function assertRegion(scope: Construct): void {
  const { region } = Stack.of(scope);
  // A stack of no particular region goes where the CDK's command line goes, which says where that is.
  const known = Token.isUnresolved(region) ? process.env.CDK_DEFAULT_REGION : region;
  if (known === undefined || known === REGION) return;
  throw new Error(
    `requestsPerFiveMinutesPerAddress makes a firewall, which CloudFront takes from ${REGION} alone; this stage goes to ` +
      `${known}. Deploy the stage to ${REGION}, or leave the setting out.`,
  );
}
