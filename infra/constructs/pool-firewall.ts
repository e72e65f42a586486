import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { buildFieldMatch, buildRateRules, buildVisibilityConfig, formatFirewallMetricName } from './rate-rule.ts';

/**
 * Operations that check a password or a code. Pages call them directly, so each address is one visitor's network.
 *
 * A sign-in takes one request of each, so the default of 100 allows 50 sign-ins in five minutes. Renewing a session
 * isn't counted: pages call `GetTokensFromRefreshToken`, about once an hour in each browser. For 200 members at a school,
 * that is 17 requests in five minutes.
 */
const SIGN_IN_OPERATIONS = ['InitiateAuth', 'RespondToAuthChallenge'];

/** Operations that send an email to an address that anyone can enter. */
const CODE_OPERATIONS = ['ForgotPassword'];

/**
 * Operations that our functions call on behalf of visitors. All visitors share the functions' addresses. The site's
 * firewall limits the visitors themselves.
 */
const REGISTRATION_OPERATIONS = ['SignUp', 'ConfirmSignUp', 'ResendConfirmationCode', 'ConfirmForgotPassword'];

/** The limit of codes, as a share of the limit of sign-ins. */
const CODES_SHARE = 1 / 5;

/** The limit of registrations, as a multiple of the limit of sign-ins. */
const REGISTRATION_FACTOR = 10;

/** The lowest limit that AWS WAF accepts. */
const MIN_LIMIT = 10;

/** Limits requests to the user pool per IP address. Cognito returns 403 `ForbiddenException` beyond a limit. */
export class PoolFirewall extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, poolArn, limit }: { stage: Stage; poolArn: string; limit: number },
  ) {
    super(scope, id);
    const acl = new wafv2.CfnWebACL(this, 'Rules', {
      description: `fathom-${stage.name}-members`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: buildRateRules([
        {
          name: 'Codes',
          limit: Math.max(MIN_LIMIT, Math.round(limit * CODES_SHARE)),
          scopeDownStatement: matchOperations(CODE_OPERATIONS),
        },
        { name: 'SignIns', limit, scopeDownStatement: matchOperations(SIGN_IN_OPERATIONS) },
        {
          name: 'Registrations',
          limit: limit * REGISTRATION_FACTOR,
          scopeDownStatement: matchOperations(REGISTRATION_OPERATIONS),
        },
      ]),
      visibilityConfig: buildVisibilityConfig(formatFirewallMetricName(stage.name, 'members')),
    });

    new wafv2.CfnWebACLAssociation(this, 'Association', { resourceArn: poolArn, webAclArn: acl.attrArn });
  }
}

/**
 * Builds a statement that matches requests for these operations.
 *
 * Cognito shows its firewall only selected headers of a request, and adds this one, which names the operation:
 * "Associate an AWS WAF web ACL with a user pool" in the Cognito developer guide. The page's own `x-amz-target` isn't
 * documented to reach the firewall.
 */
function matchOperations(operations: readonly string[]): wafv2.CfnWebACL.StatementProperty {
  return buildFieldMatch({ singleHeader: { Name: 'x-amzn-cognito-operation-name' } }, operations, 'NONE');
}
