import type { Template } from 'aws-cdk-lib/assertions';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../../shared/contract/endpoint.ts';
import { errorStatus } from '../../../shared/contract/error-codes.ts';
import { ORIGIN_HEADER } from '../../../shared/contract/origin.ts';
import { type Resource, resourcesOf, synthesise } from '../../support/synthesis.ts';

const production = synthesise({ stage: 'prod' });

interface Behavior {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly CachePolicyId: string;
  readonly Compress: boolean;
  readonly FunctionAssociations?: readonly { readonly EventType: string }[];
}

interface Distribution {
  readonly HttpVersion: string;
  readonly WebACLId?: unknown;
  readonly Origins: readonly { readonly Id: string; readonly OriginCustomHeaders?: readonly unknown[] }[];
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
}

interface Rule {
  readonly Statement: {
    readonly RateBasedStatement: {
      readonly Limit: number;
      readonly ScopeDownStatement?: {
        readonly OrStatement: {
          readonly Statements: readonly { readonly ByteMatchStatement: { readonly SearchString: string } }[];
        };
      };
    };
  };
  readonly Action: { readonly Block: { readonly CustomResponse: object } };
}

interface Acl {
  readonly Scope: string;
  readonly Rules: readonly Rule[];
  readonly CustomResponseBodies: { readonly TooManyCalls: { readonly Content: string } };
}

function distributionOf({ site }: { readonly site: Template }): Distribution {
  const [[, { Properties }]] = resourcesOf(site, 'AWS::CloudFront::Distribution') as [[string, never]];
  return (Properties as { DistributionConfig: Distribution }).DistributionConfig;
}

describe('the secret of the site', () => {
  const shownBy = (synthesis: typeof production) => {
    const { Origins, CacheBehaviors } = distributionOf(synthesis);
    const api = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/api/*');
    return Origins.filter(({ OriginCustomHeaders }) => OriginCustomHeaders).map(({ Id, OriginCustomHeaders }) => {
      expect(Id).toBe(api?.TargetOriginId);
      return OriginCustomHeaders;
    });
  };
  const demandedBy = ({ storage, sockets, api }: typeof production) =>
    [storage, sockets, api].flatMap((template) =>
      resourcesOf(template, 'AWS::Lambda::Function').map(
        ([, { Properties }]) => (Properties.Environment as { Variables: object } | undefined)?.Variables ?? {},
      ),
    );

  it('is made up by Secrets Manager, and no template holds more of it than a reference', () => {
    const [[arn]] = shownBy(production) as [[{ HeaderName: string; HeaderValue: unknown }]];
    expect(arn).toEqual({
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

  it('is demanded by every function of the HTTP API, as the site shows it, and by no other', () => {
    const [[header]] = shownBy(production) as [[{ HeaderValue: unknown }]];
    const endpoints = resourcesOf(production.api, 'AWS::Lambda::Function');
    const demanding = demandedBy(production).filter((variables) => 'ORIGIN_SECRET' in variables);
    expect(demanding.length).toBe(endpoints.length);
    for (const variables of demanding) expect(variables).toMatchObject({ ORIGIN_SECRET: header.HeaderValue });
  });

  it.each([
    ['dev', {}, true],
    ['dev', { originCheck: 'off' }, false],
    ['local', {}, false],
  ])('is shown on stage %s with %j, so that functions may begin to demand it: %s', (stage, settings, demanded) => {
    const synthesis = synthesise({ stage, ...settings });
    expect(shownBy(synthesis)).toHaveLength(1);
    expect(demandedBy(synthesis).some((variables) => 'ORIGIN_SECRET' in variables)).toBe(demanded);
  });

  it('is of the version that is given, on both sides', () => {
    const given = synthesise({ stage: 'dev', originSecretVersion: 'f3b1' });
    expect(JSON.stringify(shownBy(given))).toContain(':SecretString:::f3b1}}');
    const demanding = demandedBy(given).filter((variables) => 'ORIGIN_SECRET' in variables);
    for (const variables of demanding) expect(JSON.stringify(variables)).toContain(':SecretString:::f3b1}}');
    expect(demanding.length).toBeGreaterThan(0);
  });

  // docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
  it('is referred to less often than the sixty times that CloudFormation takes', () => {
    const development = synthesise({ stage: 'dev' });
    for (const template of [production.api, development.api, production.site]) {
      expect(JSON.stringify(template.toJSON()).split('{{resolve:').length - 1).toBeLessThan(60);
    }
  });
});

describe('the distribution', () => {
  const { HttpVersion, DefaultCacheBehavior, CacheBehaviors } = distributionOf(production);
  const behaviors = [DefaultCacheBehavior, ...CacheBehaviors];
  const at = (path: string) => behaviors.find(({ PathPattern }) => PathPattern === path)!;

  it('speaks HTTP/2 and HTTP/3, and compresses what it keeps', () => {
    expect(HttpVersion).toBe('http2and3');
    const kept = behaviors.filter(({ PathPattern }) => PathPattern !== '/api/*');
    expect(kept.map(({ Compress }) => Compress)).toEqual([true, true, true]);
  });

  it('keeps pages and pictures as long as these say, and nothing of the API', () => {
    // docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
    const optimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
    const disabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
    expect(behaviors.map(({ PathPattern = '*', CachePolicyId }) => [PathPattern, CachePolicyId])).toEqual([
      ['*', optimized],
      ['/payments', optimized],
      ['/api/*', disabled],
      ['/media/*', optimized],
    ]);
  });

  it('has browsers keep what /media answers, for it is never another', () => {
    const events = at('/media/*').FunctionAssociations?.map(({ EventType }) => EventType);
    expect(events).toEqual(['viewer-request', 'viewer-response']);
    const codes = resourcesOf(production.site, 'AWS::CloudFront::Function').map(([, { Properties }]) => Properties);
    expect(codes.filter(({ FunctionCode }) => String(FunctionCode).includes('immutable'))).toHaveLength(1);
  });
});

describe('the firewall', () => {
  const guarded = synthesise({ stage: 'prod', requestsPerFiveMinutesPerAddress: '2000' });
  const [[id, { Properties }]] = resourcesOf(guarded.site, 'AWS::WAFv2::WebACL') as [[string, Resource]];
  const { Scope, Rules, CustomResponseBodies } = Properties as unknown as Acl;

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is made where a stage gives its limit, and nowhere else', () => {
    expect(distributionOf(guarded).WebACLId).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
    production.site.resourceCountIs('AWS::WAFv2::WebACL', 0);
    expect(distributionOf(production).WebACLId).toBeUndefined();
  });

  it('counts what an address asks for, and apart from it what begins payments, but no webhook', () => {
    expect(Scope).toBe('CLOUDFRONT');
    const [payments, requests] = Rules.map(({ Statement }) => Statement.RateBasedStatement);
    expect(requests).toEqual({ AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 2000 });
    expect(payments).toMatchObject({ AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 100 });
    const paths = payments!.ScopeDownStatement!.OrStatement.Statements.map(
      ({ ByteMatchStatement }) => ByteMatchStatement.SearchString,
    );
    expect(paths).toEqual([
      '/api/stripe/create-payment-intent',
      '/api/paypal/create-order',
      '/api/paypal/process-purchase',
    ]);
  });

  it('answers as the API does, whom it blocks', () => {
    const body = JSON.parse(CustomResponseBodies.TooManyCalls.Content);
    expect(errorBody.parse(body).code).toBe('TooManyCalls');
    for (const { Action } of Rules) {
      expect(Action.Block.CustomResponse).toMatchObject({
        ResponseCode: errorStatus.TooManyCalls,
        CustomResponseBodyKey: 'TooManyCalls',
      });
    }
  });

  it('is refused in a region where CloudFront takes none', () => {
    vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1');
    expect(() => synthesise({ requestsPerFiveMinutesPerAddress: '2000' })).toThrow(/eu-central-1.*us-east-1/);
    expect(() => synthesise({})).not.toThrow();
    vi.stubEnv('CDK_DEFAULT_REGION', 'us-east-1');
    expect(() => synthesise({ requestsPerFiveMinutesPerAddress: '2000' })).not.toThrow();
  });
});

describe('cdk-nag', () => {
  it.each([
    ['originCheck', { originCheck: 'off' }],
    ['requestsPerFiveMinutesPerAddress', { requestsPerFiveMinutesPerAddress: '2000' }],
    ['tracing', { tracing: 'on' }],
    ['reservedConcurrency', { reservedConcurrency: 'on' }],
  ])('has nothing against %s alone that is not explained in code', (_, settings) => {
    expect(synthesise({ stage: 'prod', ...settings }).findings).toEqual([]);
  });
});
