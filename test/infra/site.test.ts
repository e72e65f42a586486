/** The response headers, error responses, and published pages of the site. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { buildPageHeaders } from '../../infra/security-headers.ts';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { readProjectFile } from '../support/coverage-document.ts';
import { synthesize } from '../support/synthesis.ts';
import { findResource, findResources } from '../support/template.ts';

const production = synthesize({ stage: 'prod' });

/** Maximum response headers policies of an account. "Quotas" (CloudFront developer guide). */
const MAX_HEADERS_POLICIES_PER_ACCOUNT = 20;

describe('the content security policy', () => {
  it('allows payment providers on the payment page only', () => {
    const findPolicy = (id: string) =>
      JSON.stringify(findResource(production.site, 'AWS::CloudFront::ResponseHeadersPolicy', id));
    const pages = findPolicy('PageHeaders');
    const payments = findPolicy('PaymentHeaders');

    expect(pages).toContain("script-src 'self';");
    expect(pages).not.toMatch(/stripe|paypal/);
    expect(payments).toContain("script-src 'self' https://js.stripe.com");

    production.site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CacheBehaviors: Match.arrayWith([
          Match.objectLike({
            PathPattern: '/payments',
            ResponseHeadersPolicyId: { Ref: Match.stringLikeRegexp('^PaymentHeaders') },
          }),
        ]),
      },
    });
  });
});

describe('the quota of response headers policies', () => {
  it('allows as many stages in a new account as docs/deploying.md says', () => {
    const policies = findResources(production.site, 'AWS::CloudFront::ResponseHeadersPolicy').length;
    const maxStages = Math.floor(MAX_HEADERS_POLICIES_PER_ACCOUNT / policies);
    expect(readProjectFile('docs/deploying.md')).toContain(`enough to deploy ${maxStages} stages`);
  });
});

describe('the headers', () => {
  /** Returns the configuration of a response headers policy. */
  const findConfig = (id: string) => {
    const { Properties } = findResource(production.site, 'AWS::CloudFront::ResponseHeadersPolicy', id);
    return Properties.ResponseHeadersPolicyConfig;
  };

  /** Builds the part of a policy's configuration that sets these headers. */
  const buildCustomHeaders = (headers: object) => ({
    CustomHeadersConfig: {
      Items: Object.entries(headers).map(([Header, Value]) => ({ Header, Value, Override: true })),
    },
  });

  /** The part of a policy's configuration that sets `X-Content-Type-Options: nosniff`. */
  const nosniff = { SecurityHeadersConfig: { ContentTypeOptions: { Override: true } } };

  it('switches off features on pages, and isolates them from windows and sites that they did not open', () => {
    const isolationHeaders = {
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    };
    const pages = [
      ['PageHeaders', '/'],
      ['PaymentHeaders', '/payments'],
    ] as const;

    for (const [id, path] of pages) {
      expect(findConfig(id)).toMatchObject({ ...buildCustomHeaders(buildPageHeaders(path)), ...nosniff });
      expect(buildPageHeaders(path)).toMatchObject(isolationHeaders);
      expect(buildPageHeaders(path)['permissions-policy']).toMatch(
        /camera=\(\), .*geolocation=\(\), .*microphone=\(\)/,
      );
    }

    expect(buildPageHeaders('/')['permissions-policy']).toMatch(/, payment=\(\)$/);
    expect(buildPageHeaders('/payments')['permissions-policy']).toMatch(
      /, payment=\(self "https:\/\/js\.stripe\.com"\)$/,
    );
  });

  it("lets only our own pages show members' pictures", () => {
    const policy = { ContentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'", Override: true };
    expect(findConfig('MediaHeaders')).toMatchObject({
      ...buildCustomHeaders({ 'cross-origin-resource-policy': 'same-origin' }),
      SecurityHeadersConfig: { ...nosniff.SecurityHeadersConfig, ContentSecurityPolicy: policy },
    });

    production.site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CacheBehaviors: Match.arrayWith([
          Match.objectLike({
            PathPattern: '/media/*',
            ResponseHeadersPolicyId: { Ref: Match.stringLikeRegexp('^MediaHeaders') },
          }),
        ]),
      },
    });
  });
});

describe('error responses', () => {
  // "Control how long CloudFront caches errors" (CloudFront developer guide): CloudFront caches these statuses for
  // 10 seconds, except in behaviors with the cache policy CachingDisabled.
  it('errors are never cached for other visitors, and keep their body', () => {
    production.site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CustomErrorResponses: [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
      },
    });
  });
});

describe('the published pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-pages-'));
  mkdirSync(join(folder, 'assets'));
  for (const file of ['index.html', 'app.html', 'assets/app-1.js']) writeFileSync(join(folder, file), 'x');
  const { site, findings } = synthesize({
    stage: 'prod',
    pages: folder,
    stripePublishableKey: 'pk_live_1',
    paypalClientId: 'client',
    domainName: 'fathom.example',
    certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
  });

  it('browsers cache assets for a year, and other files not at all', () => {
    site.hasResourceProperties('Custom::CDKBucketDeployment', {
      Include: ['assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': `public, max-age=${365 * DAY_SECONDS}, immutable` },
    });
    site.hasResourceProperties('Custom::CDKBucketDeployment', {
      Exclude: ['assets/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
      DistributionPaths: ['/*'],
    });
  });

  it('a stage with published pages has no finding of cdk-nag without an explanation in code', () => {
    expect(findings).toEqual([]);
  });

  // Cache policy CachingOptimized: files with no-cache stay for its minimum TTL, one second. See "Use managed cache
  // policies" and "Manage how long content stays in the cache (expiration)" in the CloudFront developer guide.
  it("doesn't wait for CloudFront's cache, which keeps no file that can change for longer than a second", () => {
    const deployments = findResources(site, 'Custom::CDKBucketDeployment').map(({ Properties }) => Properties);
    const invalidating = deployments.filter(({ DistributionId }) => DistributionId !== undefined);

    expect(invalidating).toMatchObject([
      { WaitForDistributionInvalidation: false, SystemMetadata: { 'cache-control': 'no-cache' } },
    ]);
  });

  it('no pages are published without a build', () => {
    production.site.resourceCountIs('Custom::CDKBucketDeployment', 0);
  });

  it('the pages use the custom domain, which needs a certificate', () => {
    site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { Aliases: ['fathom.example'] },
    });
    expect(() => synthesize({ stage: 'prod', domainName: 'fathom.example' })).toThrow(/certificateArn/);
  });
});
