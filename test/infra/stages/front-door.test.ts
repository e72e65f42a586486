import { afterEach, describe, expect, it, vi } from 'vitest';
import { allEndpoints } from '../../../shared/contract/contract.ts';
import { errorBody } from '../../../shared/contract/endpoint.ts';
import { errorStatus } from '../../../shared/contract/error-codes.ts';
import { ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../../shared/contract/origin.ts';
import {
  findDistribution,
  findResource,
  findResources,
  type IdentifiedResource,
  readReferencedId,
  readVariables,
  synthesize,
} from '../../support/synthesis.ts';

const production = synthesize({ stage: 'prod' });

interface Match {
  readonly ByteMatchStatement: { readonly SearchString: string; readonly FieldToMatch: object };
}

interface Rule {
  readonly Statement: {
    readonly RateBasedStatement: {
      readonly Limit: number;
      readonly ScopeDownStatement?: Match | { readonly OrStatement: { readonly Statements: readonly Match[] } };
    };
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

describe('the origin secret', () => {
  const findStageVariables = ({ api }: typeof production) =>
    findResources(api, 'AWS::ApiGatewayV2::Stage').map(({ Properties }) => Properties.StageVariables);

  /** Returns the headers that CloudFront adds to requests. Only the origin of the API gets headers. */
  const findOriginHeaders = ({ site }: typeof production) => {
    const { Origins, CacheBehaviors } = findDistribution(site);
    const api = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/api/*');

    return Origins.flatMap(({ Id, OriginCustomHeaders }) => {
      if (!OriginCustomHeaders) return [];
      expect(Id).toBe(api?.TargetOriginId);
      return OriginCustomHeaders;
    });
  };

  const listEnvironments = ({ storage, sockets, api }: typeof production) =>
    [storage, sockets, api].flatMap((template) => findResources(template, 'AWS::Lambda::Function')).map(readVariables);

  it('Secrets Manager generates the origin secret, and templates contain only a reference', () => {
    const [header] = findOriginHeaders(production);

    expect(header).toEqual({
      HeaderName: ORIGIN_HEADER,
      HeaderValue: {
        'Fn::Join': [
          '',
          [
            '{{resolve:secretsmanager:',
            { 'Fn::ImportValue': expect.stringMatching(/OriginSecret/) },
            ':SecretString:::}}',
          ],
        ],
      },
    });
  });

  it('every function of the HTTP API requires the origin secret, and no other function', () => {
    const [header] = findOriginHeaders(production);
    const functions = findResources(production.api, 'AWS::Lambda::Function');
    const checkingEnvironments = listEnvironments(production).filter((variables) => 'ORIGIN_CHECK' in variables);

    expect(checkingEnvironments.length).toBe(functions.length);
    expect(findStageVariables(production)).toEqual([{ [ORIGIN_SECRET_VARIABLE]: header?.HeaderValue }]);
  });

  it.each([
    ['dev', {}, true],
    ['dev', { originCheck: 'off' }, false],
    ['local', {}, false],
  ])(
    'CloudFront sends the origin secret on stage %s with %j, and functions require it: %s',
    (stage, settings, isRequired) => {
      const synthesis = synthesize({ stage, ...settings });
      expect(findOriginHeaders(synthesis)).toHaveLength(1);
      expect(listEnvironments(synthesis).some((variables) => 'ORIGIN_CHECK' in variables)).toBe(isRequired);
      expect(findStageVariables(synthesis)[0] !== undefined).toBe(isRequired);
    },
  );

  it('the origin secret has the configured version in CloudFront and in the functions', () => {
    const synthesis = synthesize({ stage: 'dev', originSecretVersion: 'f3b1' });
    expect(JSON.stringify(findOriginHeaders(synthesis))).toContain(':SecretString:::f3b1}}');
    expect(JSON.stringify(findStageVariables(synthesis))).toContain(':SecretString:::f3b1}}');
  });

  // docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
  it('the origin secret is referenced once per template, where CloudFormation allows 60 references', () => {
    const development = synthesize({ stage: 'dev' });
    for (const template of [production.api, development.api, production.site]) {
      expect(JSON.stringify(template.toJSON()).match(/\{\{resolve:[^{]*\{[^{]*OriginSecret/g)).toHaveLength(1);
    }
  });
});

describe('the distribution', () => {
  const { HttpVersion, DefaultCacheBehavior, CacheBehaviors } = findDistribution(production.site);
  const behaviors = [DefaultCacheBehavior, ...CacheBehaviors];
  // docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
  const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
  const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
  const findBehavior = (path: string) => behaviors.find(({ PathPattern }) => PathPattern === path)!;

  it('supports HTTP/2 and HTTP/3, and compresses cached responses', () => {
    expect(HttpVersion).toBe('http2and3');
    const cachedBehaviors = behaviors.filter(({ CachePolicyId }) => CachePolicyId === cachingOptimized);
    expect(cachedBehaviors.map(({ Compress }) => Compress)).toEqual([true, true, true]);
  });

  it('caches pages and pictures, and never the API or renditions', () => {
    expect(behaviors.map(({ PathPattern = '*', CachePolicyId }) => [PathPattern, CachePolicyId])).toEqual([
      ['*', cachingOptimized],
      ['/payments', cachingOptimized],
      ['/api/*', cachingDisabled],
      ['/media/*', cachingOptimized],
      ['/renditions/*', cachingDisabled],
    ]);
  });

  it('lets browsers cache /media', () => {
    const events = findBehavior('/media/*').FunctionAssociations?.map(({ EventType }) => EventType);
    expect(events).toEqual(['viewer-request', 'viewer-response']);

    const functions = findResources(production.site, 'AWS::CloudFront::Function');
    const cachingFunctions = functions.filter(({ Properties }) =>
      String(Properties.FunctionCode).includes('immutable'),
    );
    expect(cachingFunctions).toHaveLength(1);
  });

  it('checks the signature of a rendition before it reads the object, and lets only browsers cache it', () => {
    const { FunctionAssociations = [], AllowedMethods, TargetOriginId } = findBehavior('/renditions/*');
    expect(AllowedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD']);
    expect(TargetOriginId).toBe(findBehavior('/media/*').TargetOriginId);

    const functions = findResources(production.site, 'AWS::CloudFront::Function');
    const codes = FunctionAssociations.map(({ EventType, FunctionARN }) => {
      const functionId = readReferencedId(FunctionARN);
      const edgeFunction = functions.find(({ id }) => id === functionId);
      return [EventType, JSON.stringify(edgeFunction?.Properties.FunctionCode)];
    });

    expect(codes).toEqual([
      ['viewer-request', expect.stringContaining('createHmac')],
      ['viewer-response', expect.stringContaining('private, max-age=900')],
    ]);
  });
});

type ScopeDown = NonNullable<Rule['Statement']['RateBasedStatement']['ScopeDownStatement']>;
const matchesOf = (statement: ScopeDown) =>
  'OrStatement' in statement ? statement.OrStatement.Statements : [statement];
const pathsOf = (statement: ScopeDown) =>
  matchesOf(statement).map(({ ByteMatchStatement }) => ByteMatchStatement.SearchString);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the firewall', () => {
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
    // The firewall counts the requests of five minutes.
    const addressRequestsPerSecond = Limit / 300;
    expect(addressRequestsPerSecond).toBeLessThan(throttling.ThrottlingRateLimit * 0.02);
  });

  it('limits all requests per address, and payments (but no webhooks) and public endpoints separately', () => {
    expect(Scope).toBe('CLOUDFRONT');

    const statements = Rules.map(({ Statement }) => Statement.RateBasedStatement);
    expect(statements.at(-1)).toEqual({ AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 2000 });

    const lowerLimits = statements
      .slice(0, -1)
      .map(({ Limit, ScopeDownStatement }) => [Limit, pathsOf(ScopeDownStatement!)]);
    const publicPaths = allEndpoints.filter(({ access }) => access === 'public').map(({ path }) => `/api${path}`);
    expect(lowerLimits).toEqual([
      [100, ['/api/stripe/create-payment-intent', '/api/paypal/create-order', '/api/paypal/process-purchase']],
      ...(publicPaths.length > 0 ? [[100, publicPaths]] : []),
    ]);
  });

  it('blocks with the error format of the API', () => {
    const body = JSON.parse(CustomResponseBodies.TooManyCalls.Content);
    expect(errorBody.parse(body).code).toBe('TooManyCalls');
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
      matchesOf(rule.ScopeDownStatement!),
    ]);
    const matches = (...operations: string[]) =>
      operations.map((operation) => ({
        ByteMatchStatement: {
          SearchString: `AWSCognitoIdentityProviderService.${operation}`,
          PositionalConstraint: 'EXACTLY',
          FieldToMatch: { SingleHeader: { Name: 'x-amz-target' } },
          TextTransformations: [{ Priority: 0, Type: 'NONE' }],
        },
      }));

    expect(rules).toEqual([
      [20, matches('ForgotPassword')],
      [100, matches('InitiateAuth', 'RespondToAuthChallenge')],
      [1000, matches('SignUp', 'ConfirmSignUp', 'ResendConfirmationCode', 'ConfirmForgotPassword')],
    ]);
  });

  it("the user pool's firewall has the limit that the stage sets, in any region", () => {
    const listLimits = (context: object) =>
      findResources(synthesize({ ...context }).storage, 'AWS::WAFv2::WebACL').map((acl) =>
        readAcl(acl).Rules.map(({ Statement }) => Statement.RateBasedStatement.Limit),
      );

    expect(listLimits({ stage: 'prod', signInsPerFiveMinutesPerAddress: '30' })).toEqual([[10, 30, 300]]);
    expect(listLimits({ stage: 'prod', signInsPerFiveMinutesPerAddress: 'none' })).toEqual([]);
    expect(listLimits({ stage: 'dev' })).toEqual([]);

    vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1');
    expect(listLimits({ stage: 'prod', requestsPerFiveMinutesPerAddress: 'none' })).toEqual([[20, 100, 1000]]);
  });
});

describe('cdk-nag', () => {
  it.each([
    ['originCheck', { originCheck: 'off' }],
    ['requestsPerFiveMinutesPerAddress', { requestsPerFiveMinutesPerAddress: 'none' }],
    ['tracing', { tracing: 'on' }],
    ['reservedConcurrency', { reservedConcurrency: 'on' }],
  ])('finds no violation without an explanation in code for %s', (_, settings) => {
    expect(synthesize({ stage: 'prod', ...settings }).findings).toEqual([]);
  });
});
