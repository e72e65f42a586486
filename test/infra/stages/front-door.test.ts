/**
 * The path of a request from CloudFront to the functions: how CloudFront caches responses, and the origin secret.
 * CloudFront adds the secret to each request, so that the API rejects requests that bypass CloudFront and its firewall.
 */
import { describe, expect, it } from 'vitest';
import { findDangerousChanges } from '../../../infra/deployed/dangerous-changes.ts';
import { ORIGIN_CHECK_OFF, ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../../shared/contract/origin.ts';
import { readProjectFile } from '../../support/coverage-document.ts';
import { synthesize } from '../../support/synthesis.ts';
import { findDistribution, findResources, readReferencedId } from '../../support/template.ts';

const production = synthesize({ stage: 'prod' });

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

  it('API Gateway passes the origin secret that CloudFront sends to functions', () => {
    const [header] = findOriginHeaders(production);
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
      const [header, ...otherHeaders] = findOriginHeaders(synthesis);
      expect(otherHeaders).toEqual([]);

      const value = isRequired ? header?.HeaderValue : ORIGIN_CHECK_OFF;
      expect(findStageVariables(synthesis)).toEqual([{ [ORIGIN_SECRET_VARIABLE]: value }]);
    },
  );

  it("turning the check on or off changes API Gateway's stage and no other resource of the api stack", () => {
    const listResources = (settings: object) => {
      const { Resources } = synthesize({ stage: 'dev', canaryDeployments: 'on', ...settings }).api.toJSON();
      return Object.entries(Resources).map(([id, resource]) => [id, JSON.stringify(resource)] as const);
    };

    const resourcesWithCheck = new Map(listResources({}));
    const changes = listResources({ originCheck: 'off' }).filter(([id, text]) => resourcesWithCheck.get(id) !== text);
    expect(changes).toEqual([[expect.stringContaining('DefaultStage'), expect.any(String)]]);
  });

  it('the origin secret has the configured version in CloudFront and in the functions', () => {
    const synthesis = synthesize({ stage: 'dev', originSecretVersion: 'f3b1' });
    expect(JSON.stringify(findOriginHeaders(synthesis))).toContain(':SecretString:::f3b1}}');
    expect(JSON.stringify(findStageVariables(synthesis))).toContain(':SecretString:::f3b1}}');
  });

  it('a deployment is refused if functions would expect another version before CloudFront sends it', () => {
    const buildTemplates = (settings: object) => {
      const { api, site } = synthesize({ stage: 'dev', ...settings });
      return { api: api.toJSON(), site: site.toJSON() };
    };
    const deployed = buildTemplates({});
    const unchecked = buildTemplates({ originSecretVersion: 'f3b1', originCheck: 'off' });
    const next = buildTemplates({ originSecretVersion: 'f3b1' });

    expect(findDangerousChanges(deployed, next).map(({ name }) => name)).toEqual(['originSecretVersion']);
    expect(findDangerousChanges(deployed, unchecked)).toEqual([]);
    expect(findDangerousChanges(unchecked, next)).toEqual([]);
  });

  // CloudFormation reads AWSCURRENT again when it updates only one of the two resources.
  it('the documented rotation makes the new value current only after both deployments', () => {
    const [, rest = ''] = readProjectFile('docs/deploying.md').split('### Rotating the origin secret\n');
    const [section = ''] = rest.split('\n## ');
    const [store = '', ...steps] = section.split(/^\d\. /m);

    expect(store).toMatch(/put-secret-value[^`]* --version-stages AWSPENDING\b/);
    expect(steps.map((step) => [step.includes('Deploy.'), step.includes('--version-stage AWSCURRENT')])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
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
