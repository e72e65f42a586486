/**
 * The firewalls (AWS WAF) of the site and of the user pool. Their rules block an address that sends too many requests
 * within five minutes.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allEndpoints } from '../../../shared/contract/contract.ts';
import { errorBodySchema } from '../../../shared/contract/error-body.ts';
import { errorStatus } from '../../../shared/contract/error-codes.ts';
import { synthesize } from '../../support/synthesis.ts';
import { findDistribution, findResource, findResources, type IdentifiedResource } from '../../support/template.ts';

/** The time over which a firewall counts the requests of an address. */
const WINDOW_SECONDS = 300;

const production = synthesize({ stage: 'prod' });

/** A condition on one part of a request, such as its path. */
interface Match {
  readonly ByteMatchStatement: { readonly SearchString: string; readonly FieldToMatch: object };
}

/** The requests that a rule counts: those that match a condition, or one of several. */
type ScopeDown = Match | { readonly OrStatement: { readonly Statements: readonly Match[] } };

/** A rule that blocks an address above a number of requests. Without a scope, it counts all requests. */
interface Rule {
  readonly Statement: {
    readonly RateBasedStatement: { readonly Limit: number; readonly ScopeDownStatement?: ScopeDown };
  };
  readonly Action: { readonly Block: { readonly CustomResponse: object } };
}

/** The settings of a firewall. */
interface Acl {
  readonly Scope: string;
  readonly Rules: readonly Rule[];
  readonly CustomResponseBodies: { readonly TooManyCalls: { readonly Content: string } };
}

const readAcl = ({ Properties }: IdentifiedResource) => Properties as unknown as Acl;

const listMatches = (scope: ScopeDown) => ('OrStatement' in scope ? scope.OrStatement.Statements : [scope]);
const listPaths = (scope: ScopeDown) =>
  listMatches(scope).map(({ ByteMatchStatement }) => ByteMatchStatement.SearchString);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the firewall of the site', () => {
  const openStage = synthesize({ stage: 'prod', requestsPerFiveMinutesPerAddress: 'none' });
  const firewall = findResource(production.site, 'AWS::WAFv2::WebACL');
  const { Scope, Rules, CustomResponseBodies } = readAcl(firewall);

  it('the firewall exists in production by default, and on other stages only with a limit', () => {
    expect(findDistribution(production.site).WebACLId).toEqual({ 'Fn::GetAtt': [firewall.id, 'Arn'] });
    const limitedStage = synthesize({ requestsPerFiveMinutesPerAddress: '2000' });
    expect(findDistribution(limitedStage.site).WebACLId).toBeDefined();

    for (const { site } of [openStage, synthesize({ stage: 'dev' })]) {
      site.resourceCountIs('AWS::WAFv2::WebACL', 0);
      expect(findDistribution(site).WebACLId).toBeUndefined();
    }
  });

  it("lets one address use less than 2 percent of the stage's request rate", () => {
    const { Limit } = Rules.at(-1)!.Statement.RateBasedStatement;
    const stage = findResource(production.api, 'AWS::ApiGatewayV2::Stage').Properties;
    const throttling = stage.DefaultRouteSettings as { readonly ThrottlingRateLimit: number };
    const addressRequestsPerSecond = Limit / WINDOW_SECONDS;
    expect(addressRequestsPerSecond).toBeLessThan(throttling.ThrottlingRateLimit * 0.02);
  });

  it('limits all requests per address, and payments (but no webhooks) and public endpoints separately', () => {
    expect(Scope).toBe('CLOUDFRONT');

    const statements = Rules.map(({ Statement }) => Statement.RateBasedStatement);
    expect(statements.at(-1)).toEqual({ AggregateKeyType: 'IP', EvaluationWindowSec: WINDOW_SECONDS, Limit: 2000 });

    const lowerLimits = statements
      .slice(0, -1)
      .map(({ Limit, ScopeDownStatement }) => [Limit, listPaths(ScopeDownStatement!)]);
    const publicPaths = allEndpoints.filter(({ access }) => access === 'public').map(({ path }) => `/api${path}`);
    expect(lowerLimits).toEqual([
      [100, ['/api/stripe/create-payment-intent', '/api/paypal/create-order', '/api/paypal/process-purchase']],
      ...(publicPaths.length > 0 ? [[100, publicPaths]] : []),
    ]);
  });

  it('blocks with the error format of the API', () => {
    const body = JSON.parse(CustomResponseBodies.TooManyCalls.Content);
    expect(errorBodySchema.parse(body).code).toBe('TooManyCalls');
    for (const { Action } of Rules) {
      expect(Action.Block.CustomResponse).toMatchObject({
        ResponseCode: errorStatus.TooManyCalls,
        CustomResponseBodyKey: 'TooManyCalls',
      });
    }
  });

  it('rejects other regions than us-east-1, unless the stage has no limit per address', () => {
    vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1');
    expect(() => synthesize({ stage: 'prod' })).toThrow(
      /us-east-1.*eu-central-1.*requestsPerFiveMinutesPerAddress to 'none'/,
    );
    expect(() => synthesize({ requestsPerFiveMinutesPerAddress: '2000' })).toThrow(/us-east-1/);
    expect(() => synthesize({ stage: 'prod', requestsPerFiveMinutesPerAddress: 'none' })).not.toThrow();
    expect(() => synthesize({})).not.toThrow();

    vi.stubEnv('CDK_DEFAULT_REGION', 'us-east-1');
    expect(() => synthesize({ stage: 'prod' })).not.toThrow();
  });
});

describe("the user pool's firewall", () => {
  const firewall = findResource(production.storage, 'AWS::WAFv2::WebACL');
  const { Scope, Rules } = readAcl(firewall);

  it('the firewall belongs to the pool', () => {
    const pool = findResource(production.storage, 'AWS::Cognito::UserPool').id;
    const association = findResource(production.storage, 'AWS::WAFv2::WebACLAssociation');

    expect(Scope).toBe('REGIONAL');
    expect(association.Properties).toEqual({
      ResourceArn: { 'Fn::GetAtt': [pool, 'Arn'] },
      WebACLArn: { 'Fn::GetAtt': [firewall.id, 'Arn'] },
    });
  });

  it('limits the codes, sign-ins, and registrations of an address', () => {
    const rules = Rules.map(({ Statement: { RateBasedStatement: rule } }) => [
      rule.Limit,
      listMatches(rule.ScopeDownStatement!),
    ]);
    /** Builds the conditions that match these operations, by the header that Cognito documents for its firewall. */
    const buildMatches = (...operations: string[]) =>
      operations.map((operation) => ({
        ByteMatchStatement: {
          SearchString: operation,
          PositionalConstraint: 'EXACTLY',
          FieldToMatch: { SingleHeader: { Name: 'x-amzn-cognito-operation-name' } },
          TextTransformations: [{ Priority: 0, Type: 'NONE' }],
        },
      }));

    expect(rules).toEqual([
      [20, buildMatches('ForgotPassword')],
      [100, buildMatches('InitiateAuth', 'RespondToAuthChallenge')],
      [1000, buildMatches('SignUp', 'ConfirmSignUp', 'ResendConfirmationCode', 'ConfirmForgotPassword')],
    ]);
  });

  it("the user pool's firewall has the limit that the stage sets, in any region", () => {
    const listLimits = (context: object) =>
      findResources(synthesize({ ...context }).storage, 'AWS::WAFv2::WebACL').map((acl) =>
        readAcl(acl).Rules.map(({ Statement }) => Statement.RateBasedStatement.Limit),
      );

    // Codes have a fifth of the limit, but at least 10. Sign-ins have the limit, and registrations ten times as much.
    expect(listLimits({ stage: 'prod', signInsPerFiveMinutesPerAddress: '30' })).toEqual([[10, 30, 300]]);
    expect(listLimits({ stage: 'prod', signInsPerFiveMinutesPerAddress: 'none' })).toEqual([]);
    expect(listLimits({ stage: 'dev' })).toEqual([]);

    vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1');
    expect(listLimits({ stage: 'prod', requestsPerFiveMinutesPerAddress: 'none' })).toEqual([[20, 100, 1000]]);
  });
});
