import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { ORIGIN_HEADER } from '../../shared/contract/origin.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import type { FileBucket } from '../constructs/file-bucket.ts';
import { Firewall } from '../constructs/firewall.ts';
import type { MemberPool } from '../constructs/member-pool.ts';
import type { OriginSecret } from '../constructs/origin-secret.ts';
import { addProviderLogs } from '../constructs/provider-logs.ts';
import { PublishedPages } from '../constructs/published-pages.ts';
import type { FirewallName } from '../constructs/rate-rule.ts';
import type { RenditionSecret } from '../constructs/rendition-secret.ts';
import { SiteDomain } from '../constructs/site-domain.ts';
import {
  buildContentSecurityPolicies,
  DATA_POLICY,
  PAYMENT_ORIGINS,
  PAYMENTS_PATH,
} from '../content-security-policy.ts';
import {
  buildRenditionCheck,
  MEDIA_CACHE_CONTROL,
  MEDIA_REWRITE,
  RENDITION_CACHE_CONTROL,
  SPA_REWRITE,
} from '../edge-functions.ts';
import { PAYPAL_SCRIPTS, STRIPE_SCRIPT } from '../provider-scripts.ts';
import { buildPageHeaders, MEDIA_HEADERS, MEDIA_POLICY } from '../security-headers.ts';
import type { Stage } from '../stage.ts';

/**
 * Statuses that CloudFront caches for 10 seconds by default, even with `cache-control: no-store`. One visitor's error
 * would then be the response for all visitors near that edge location.
 */
const SERVER_ERRORS = [500, 502, 503, 504];

interface SiteStackProps extends StackProps {
  readonly stage: Stage;
  readonly apiEndpoint: string;
  readonly fileBucket: FileBucket;
  readonly socketUrl: string;
  readonly members: MemberPool;
  readonly originSecret: OriginSecret;
  readonly renditionSecret: RenditionSecret;
}

/**
 * The CloudFront distribution: pages from a bucket, /api from the HTTP API, /media and /renditions from the file
 * bucket.
 */
export class SiteStack extends Stack {
  readonly url: string;
  readonly firewalls: readonly FirewallName[];

  constructor(scope: Construct, id: string, site: SiteStackProps) {
    const { stage, apiEndpoint, fileBucket, socketUrl, members, originSecret, renditionSecret, ...props } = site;
    super(scope, id, props);

    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      // CloudFormation can't delete a bucket that has objects. Emulators don't run the function that empties it.
      autoDeleteObjects: stage.kind === 'development',
    });

    // Imports the bucket by name, so that this stack doesn't change its policy, which already allows CloudFront.
    const importedFileBucket = s3.Bucket.fromBucketAttributes(this, 'Media', {
      bucketName: fileBucket.bucketName,
      bucketRegionalDomainName: fileBucket.regionalDomainName,
    });
    const { VIEWER_REQUEST, VIEWER_RESPONSE } = cloudfront.FunctionEventType;

    const addFunction = (id: string, code: string, eventType = VIEWER_REQUEST): cloudfront.FunctionAssociation => ({
      eventType,
      function: new cloudfront.Function(this, id, {
        code: cloudfront.FunctionCode.fromInline(code),
        runtime: cloudfront.FunctionRuntime.JS_2_0,
      }),
    });

    const pagesOrigin = origins.S3BucketOrigin.withOriginAccessControl(bucket);
    const pageFunctions = [addFunction('SpaRewrite', SPA_REWRITE)];
    const policies = buildContentSecurityPolicies({
      connect: [`https://cognito-idp.${this.region}.amazonaws.com`, socketUrl],
      files: [`https://${fileBucket.regionalDomainName}`],
      payments: PAYMENT_ORIGINS,
    });

    const buildPageBehavior = (
      responseHeadersPolicy: cloudfront.IResponseHeadersPolicy,
    ): cloudfront.BehaviorOptions => ({
      origin: pagesOrigin,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy,
      functionAssociations: pageFunctions,
    });

    const dataHeaders = this.#addHeaders('DataHeaders', DATA_POLICY);
    const pictureBehavior = {
      origin: origins.S3BucketOrigin.withOriginAccessControl(importedFileBucket),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: this.#addHeaders('MediaHeaders', MEDIA_POLICY, MEDIA_HEADERS),
    };

    const requestLimit = stage.requestsPerFiveMinutesPerAddress;
    const firewall = requestLimit === undefined ? undefined : new Firewall(this, 'Firewall', stage, requestLimit);
    this.firewalls = firewall ? ['site'] : [];

    const domain = stage.domainName === undefined ? undefined : new SiteDomain(this, 'Domain', stage.domainName, stage);
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `fathom-${stage.name}`,
      webAclId: firewall?.arn,
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // Without a page for these responses, CloudFront passes on the API's error body.
      errorResponses: SERVER_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(domain && { domainNames: [domain.name], certificate: domain.certificate }),
      defaultBehavior: buildPageBehavior(this.#addHeaders('PageHeaders', policies.default, buildPageHeaders('/'))),
      additionalBehaviors: {
        [PAYMENTS_PATH]: buildPageBehavior(
          this.#addHeaders('PaymentHeaders', policies.payments, buildPageHeaders(PAYMENTS_PATH)),
        ),
        '/api/*': {
          // The third part of `https://<host>`, split at slashes, is the host.
          origin: new origins.HttpOrigin(Fn.select(2, Fn.split('/', apiEndpoint)), {
            // The header is always sent, so that switching originCheck on never rejects requests during the deployment.
            customHeaders: { [ORIGIN_HEADER]: originSecret.reference },
          }),
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: dataHeaders,
        },
        '/media/*': {
          ...pictureBehavior,
          functionAssociations: [
            addFunction('MediaRewrite', MEDIA_REWRITE),
            addFunction('MediaKept', MEDIA_CACHE_CONTROL, VIEWER_RESPONSE),
          ],
        },
        '/renditions/*': {
          ...pictureBehavior,
          // CloudFront caches no renditions, so that those of a deleted file disappear immediately. Browsers cache
          // them.
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          functionAssociations: [
            addFunction('RenditionCheck', buildRenditionCheck(renditionSecret.reference)),
            addFunction('RenditionKept', RENDITION_CACHE_CONTROL, VIEWER_RESPONSE),
          ],
        },
      },
    });

    domain?.pointTo(distribution);

    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds only the published pages, and only CloudFront reads it.',
    });
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Members can live anywhere.' },
      {
        id: 'AwsSolutions-CFR2',
        reason: 'The API has its own limits. A firewall costs money and is a setting of the stage.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          "Access logs would store visitors' IP addresses. The API logs its own requests without them; nothing logs " +
          'requests for pages and pictures.',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason: 'CloudFront sets the minimum TLS version unless the stage has its own certificate.',
      },
      {
        id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
        reason: "The file bucket's own policy allows CloudFront.",
      },
    );

    const url = `https://${stage.domainName ?? distribution.distributionDomainName}`;
    if (stage.pages) {
      const config = buildRuntimeConfig(site, url, this.region);
      new PublishedPages(this, 'Published', { stage, bucket, distribution, folder: stage.pages, config });
    }

    addProviderLogs(this, stage);
    this.url = url;
    new CfnOutput(this, 'SiteUrl', { value: url });
    new CfnOutput(this, 'SiteBucketName', { value: bucket.bucketName });
  }

  /** Creates a policy: AWS's managed SecurityHeadersPolicy, with a content security policy and further headers. */
  #addHeaders(id: string, contentSecurityPolicy: string, extraHeaders: object = {}): cloudfront.ResponseHeadersPolicy {
    const customHeaders = Object.entries(extraHeaders).map(([header, value]) => ({ header, value, override: true }));

    return new cloudfront.ResponseHeadersPolicy(this, id, {
      ...(customHeaders.length > 0 && { customHeadersBehavior: { customHeaders } }),
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.SAMEORIGIN, override: false },
        referrerPolicy: {
          referrerPolicy: cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: false,
        },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: false },
        xssProtection: { protection: true, modeBlock: true, override: false },
      },
    });
  }
}

/** Builds config.json, the stage's settings for the browser. */
function buildRuntimeConfig({ stage, members, socketUrl }: SiteStackProps, url: string, region: string): RuntimeConfig {
  const { production, stripePublishableKey: publishableKey, paypalClientId: clientId } = stage;

  return {
    stage: stage.name,
    region,
    userPoolId: members.pool.userPoolId,
    userPoolClientId: members.client.userPoolClientId,
    authFlow: stage.passwordAuth ? 'USER_PASSWORD_AUTH' : 'USER_SRP_AUTH',
    emailVerification: stage.emailVerification,
    testContribution: !production,
    apiUrl: `${url}/api`,
    socketUrl,
    ...(publishableKey && { stripe: { publishableKey, scriptUrl: STRIPE_SCRIPT } }),
    ...(clientId && { paypal: { clientId, sdkBaseUrl: PAYPAL_SCRIPTS[production ? 'live' : 'sandbox'] } }),
  };
}
