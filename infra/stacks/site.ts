import { CfnOutput, Duration, Fn, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { ORIGIN_HEADER } from '../../shared/contract/origin.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { chooseDataRemovalPolicy } from '../constructs/data-removal-policy.ts';
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
 * Statuses that CloudFront caches for 10 seconds by default. An error of the pages' bucket for one visitor would then be
 * the response for all visitors near that edge location.
 *
 * CloudFront never caches errors of the API, because that behavior has the cache policy CachingDisabled: "HTTP 4xx and
 * 5xx status codes that CloudFront caches" (CloudFront developer guide).
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
  /** Names of the stack's firewalls. The operations stack adds alarms for them. */
  readonly firewalls: readonly FirewallName[];

  constructor(scope: Construct, id: string, props: SiteStackProps) {
    const { stage, apiEndpoint, fileBucket, socketUrl, members, originSecret, renditionSecret, ...stackProps } = props;
    super(scope, id, stackProps);

    const requestLimit = stage.requestsPerFiveMinutesPerAddress;
    const firewall = requestLimit === undefined ? undefined : new Firewall(this, 'Firewall', stage, requestLimit);
    this.firewalls = firewall ? ['site'] : [];

    const domain = stage.domainName === undefined ? undefined : new SiteDomain(this, 'Domain', stage.domainName, stage);
    const bucket = this.#createPagesBucket(stage);
    const pages = this.#createPageBehaviors(bucket, { fileBucket, socketUrl });

    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `fathom-${stage.name}`,
      webAclId: firewall?.arn,
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // Without a page for these responses, CloudFront passes on the origin's error body, such as the API's.
      errorResponses: SERVER_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(domain && { domainNames: [domain.name], certificate: domain.certificate }),
      defaultBehavior: pages.default,
      additionalBehaviors: {
        [PAYMENTS_PATH]: pages.payments,
        '/api/*': this.#createApiBehavior(apiEndpoint, originSecret),
        ...this.#createFileBehaviors(fileBucket, renditionSecret),
      },
    });
    domain?.pointTo(distribution);
    acknowledgeFindings(bucket, distribution);

    this.url = `https://${stage.domainName ?? distribution.distributionDomainName}`;
    if (stage.pages) {
      const config = buildRuntimeConfig(stage, { members, socketUrl, url: this.url, region: this.region });
      new PublishedPages(this, 'Published', { stage, bucket, distribution, folder: stage.pages, config });
    }

    addProviderLogs(this, stage);
    new CfnOutput(this, 'SiteUrl', { value: this.url });
    new CfnOutput(this, 'SiteBucketName', { value: bucket.bucketName });
  }

  #createPagesBucket(stage: Stage): s3.Bucket {
    return new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: chooseDataRemovalPolicy(stage),
      // CloudFormation can't delete a bucket that has objects. Emulators, which have the stage `local`, don't run the
      // function that empties it.
      autoDeleteObjects: stage.kind === 'development',
    });
  }

  /** Creates the behaviors of all pages: the payments page may also load the providers' scripts. */
  #createPageBehaviors(
    bucket: s3.IBucket,
    { fileBucket, socketUrl }: Pick<SiteStackProps, 'fileBucket' | 'socketUrl'>,
  ) {
    const contentPolicies = buildContentSecurityPolicies({
      connect: [`https://cognito-idp.${this.region}.amazonaws.com`, socketUrl],
      files: [`https://${fileBucket.regionalDomainName}`],
      payments: PAYMENT_ORIGINS,
    });
    const sharedOptions = {
      origin: origins.S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [this.#addFunction('SpaRewrite', SPA_REWRITE)],
    };

    const defaultHeaders = this.#addHeadersPolicy('PageHeaders', contentPolicies.default, buildPageHeaders('/'));
    const paymentHeaders = this.#addHeadersPolicy(
      'PaymentHeaders',
      contentPolicies.payments,
      buildPageHeaders(PAYMENTS_PATH),
    );
    return {
      default: { ...sharedOptions, responseHeadersPolicy: defaultHeaders },
      payments: { ...sharedOptions, responseHeadersPolicy: paymentHeaders },
    };
  }

  #createApiBehavior(apiEndpoint: string, originSecret: OriginSecret): cloudfront.BehaviorOptions {
    return {
      // The third part of `https://<host>`, split at slashes, is the host.
      origin: new origins.HttpOrigin(Fn.select(2, Fn.split('/', apiEndpoint)), {
        // The header is always sent, so that switching originCheck on never rejects requests during the deployment.
        customHeaders: { [ORIGIN_HEADER]: originSecret.reference },
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.#addHeadersPolicy('DataHeaders', DATA_POLICY),
    };
  }

  /** Creates the behaviors of the paths that the file bucket serves: profile pictures, and renditions of files. */
  #createFileBehaviors(
    fileBucket: FileBucket,
    renditionSecret: RenditionSecret,
  ): Record<string, cloudfront.BehaviorOptions> {
    // Imports the bucket by name, so that this stack keeps the bucket's policy, which already allows CloudFront.
    const importedBucket = s3.Bucket.fromBucketAttributes(this, 'Media', {
      bucketName: fileBucket.bucketName,
      bucketRegionalDomainName: fileBucket.regionalDomainName,
    });
    const sharedOptions = {
      origin: origins.S3BucketOrigin.withOriginAccessControl(importedBucket),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: this.#addHeadersPolicy('MediaHeaders', MEDIA_POLICY, MEDIA_HEADERS),
    };
    const { VIEWER_RESPONSE } = cloudfront.FunctionEventType;

    return {
      '/media/*': {
        ...sharedOptions,
        functionAssociations: [
          this.#addFunction('MediaRewrite', MEDIA_REWRITE),
          this.#addFunction('MediaKept', MEDIA_CACHE_CONTROL, VIEWER_RESPONSE),
        ],
      },
      '/renditions/*': {
        ...sharedOptions,
        // Only browsers cache renditions, so that CloudFront never serves the renditions of a deleted file.
        cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
        functionAssociations: [
          this.#addFunction('RenditionCheck', buildRenditionCheck(renditionSecret.reference)),
          this.#addFunction('RenditionKept', RENDITION_CACHE_CONTROL, VIEWER_RESPONSE),
        ],
      },
    };
  }

  /** Adds a CloudFront function, which runs for each request or response of a behavior. */
  #addFunction(
    id: string,
    code: string,
    eventType = cloudfront.FunctionEventType.VIEWER_REQUEST,
  ): cloudfront.FunctionAssociation {
    return {
      eventType,
      function: new cloudfront.Function(this, id, {
        code: cloudfront.FunctionCode.fromInline(code),
        runtime: cloudfront.FunctionRuntime.JS_2_0,
      }),
    };
  }

  /** Creates a policy: AWS's managed SecurityHeadersPolicy, with a content security policy and further headers. */
  #addHeadersPolicy(
    id: string,
    contentSecurityPolicy: string,
    extraHeaders: object = {},
  ): cloudfront.ResponseHeadersPolicy {
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

/** States why the stack deviates from rules of cdk-nag. */
function acknowledgeFindings(bucket: s3.Bucket, distribution: cloudfront.Distribution): void {
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
}

interface RuntimeConfigOptions extends Pick<SiteStackProps, 'members' | 'socketUrl'> {
  readonly url: string;
  readonly region: string;
}

/** Builds config.json, the stage's settings for the browser. */
function buildRuntimeConfig(stage: Stage, { members, socketUrl, url, region }: RuntimeConfigOptions): RuntimeConfig {
  const { production, stripePublishableKey, paypalClientId } = stage;

  return {
    stage: stage.name,
    region,
    userPoolId: members.pool.userPoolId,
    userPoolClientId: members.webClient.userPoolClientId,
    authFlow: stage.passwordAuth ? 'USER_PASSWORD_AUTH' : 'USER_SRP_AUTH',
    emailVerification: stage.emailVerification,
    testContribution: !production,
    apiUrl: `${url}/api`,
    socketUrl,
    ...(stripePublishableKey && { stripe: { publishableKey: stripePublishableKey, scriptUrl: STRIPE_SCRIPT } }),
    ...(paypalClientId && {
      paypal: { clientId: paypalClientId, sdkBaseUrl: PAYPAL_SCRIPTS[production ? 'live' : 'sandbox'] },
    }),
  };
}
