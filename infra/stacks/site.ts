import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
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
import { PublishedPages } from '../constructs/published-pages.ts';
import { buildContentSecurityPolicies, PAYMENT_ORIGINS, PAYMENTS_PATH } from '../content-security-policy.ts';
import { PAYPAL_SCRIPTS, STRIPE_SCRIPT } from '../provider-scripts.ts';
import type { Stage } from '../stage.ts';

/**
 * A CloudFront function that serves the single page for every path without a file extension. `/` gets index.html, which
 * contains the rendered home page. It runs only for pages, so errors of /api and /media stay errors.
 */
export const SPA_REWRITE = `
function handler(event) {
  var request = event.request;
  if (request.uri === '/') request.uri = '/index.html';
  else if (request.uri.lastIndexOf('.') <= request.uri.lastIndexOf('/')) request.uri = '/app.html';
  return request;
}`;

/**
 * A CloudFront function that lets browsers cache /media for a year. A path of /media never refers to another object.
 *
 * CloudFront runs no function for a status of 400 or above, so errors aren't cached this way. CloudFront itself caches
 * an object for a day.
 */
export const MEDIA_CACHE_CONTROL = `
function handler(event) {
  var response = event.response;
  response.headers['cache-control'] = { value: 'public, max-age=31536000, immutable' };
  return response;
}`;

/** A CloudFront function that removes /media from the path, because storage keys don't contain it. */
const MEDIA_REWRITE = `
function handler(event) {
  var request = event.request;
  request.uri = request.uri.replace(/^\\/media/, '');
  return request;
}`;

interface SiteStackProps extends StackProps {
  readonly stage: Stage;
  readonly apiEndpoint: string;
  readonly fileBucket: FileBucket;
  readonly socketUrl: string;
  readonly members: MemberPool;
  readonly originSecret: OriginSecret;
}

/** The CloudFront distribution: pages from a bucket, /api from the HTTP API, /media from the file bucket. */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, site: SiteStackProps) {
    const { stage, apiEndpoint, fileBucket, socketUrl, members, originSecret, ...props } = site;
    super(scope, id, props);
    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Imported by name, so that this stack doesn't change the bucket's policy, which already allows CloudFront.
    const media = s3.Bucket.fromBucketAttributes(this, 'Media', {
      bucketName: fileBucket.bucketName,
      bucketRegionalDomainName: fileBucket.regionalDomainName,
    });
    const { VIEWER_REQUEST, VIEWER_RESPONSE } = cloudfront.FunctionEventType;
    const edge = (id: string, code: string, eventType = VIEWER_REQUEST): cloudfront.FunctionAssociation => ({
      eventType,
      function: new cloudfront.Function(this, id, {
        code: cloudfront.FunctionCode.fromInline(code),
        runtime: cloudfront.FunctionRuntime.JS_2_0,
      }),
    });
    const pages = origins.S3BucketOrigin.withOriginAccessControl(bucket);
    const functionAssociations = [edge('SpaRewrite', SPA_REWRITE)];
    const policies = buildContentSecurityPolicies({
      connect: [`https://cognito-idp.${this.region}.amazonaws.com`, socketUrl],
      files: [`https://${fileBucket.regionalDomainName}`],
      payments: PAYMENT_ORIGINS,
    });
    const page = (responseHeadersPolicy: cloudfront.IResponseHeadersPolicy): cloudfront.BehaviorOptions => ({
      origin: pages,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy,
      functionAssociations,
    });
    const limit = stage.requestsPerFiveMinutesPerAddress;
    const firewall = limit === undefined ? undefined : new Firewall(this, 'Firewall', stage, limit);
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `fathom-${stage.name}`,
      webAclId: firewall?.arn,
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      ...(stage.domainName &&
        stage.certificateArn && {
          domainNames: [stage.domainName],
          certificate: acm.Certificate.fromCertificateArn(this, 'Certificate', stage.certificateArn),
        }),
      defaultBehavior: page(this.#headers('PageHeaders', policies.default)),
      additionalBehaviors: {
        [PAYMENTS_PATH]: page(this.#headers('PaymentHeaders', policies.payments)),
        '/api/*': {
          origin: new origins.HttpOrigin(Fn.select(2, Fn.split('/', apiEndpoint)), {
            // Always sent, so that switching originCheck on never rejects requests during the deployment.
            customHeaders: { [ORIGIN_HEADER]: originSecret.reference },
          }),
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: cloudfront.ResponseHeadersPolicy.SECURITY_HEADERS,
        },
        '/media/*': {
          origin: origins.S3BucketOrigin.withOriginAccessControl(media),
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
          responseHeadersPolicy: cloudfront.ResponseHeadersPolicy.SECURITY_HEADERS,
          functionAssociations: [
            edge('MediaRewrite', MEDIA_REWRITE),
            edge('MediaKept', MEDIA_CACHE_CONTROL, VIEWER_RESPONSE),
          ],
        },
      },
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds only the published pages, which CloudFront reads.',
    });
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Members can live anywhere.' },
      {
        id: 'AwsSolutions-CFR2',
        reason: 'The API has its own limits. A firewall costs money and is a setting of the stage.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason: "Access logs would store visitors' IP addresses. The API logs each request without them.",
      },
      {
        id: 'AwsSolutions-CFR4',
        reason: 'CloudFront sets the minimum TLS version until the stage has its own certificate.',
      },
      {
        id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
        reason: "The file bucket's own policy allows CloudFront.",
      },
    );
    const url = `https://${stage.domainName ?? distribution.distributionDomainName}`;
    if (stage.pages) {
      const config = buildRuntimeConfig(site, url, this.region);
      new PublishedPages(this, 'Published', { bucket, distribution, folder: stage.pages, config });
    }
    new CfnOutput(this, 'SiteUrl', { value: url });
    new CfnOutput(this, 'SiteBucketName', { value: bucket.bucketName });
  }

  /** Builds the managed policy SecurityHeaders, which the other behaviours use, plus a content security policy. */
  #headers(id: string, contentSecurityPolicy: string): cloudfront.ResponseHeadersPolicy {
    return new cloudfront.ResponseHeadersPolicy(this, id, {
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
