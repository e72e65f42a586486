/** Tests the settings that docs/security.md relies on and that no other test covers. */
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../support/coverage-document.ts';
import { readSourceFiles } from '../support/source-files.ts';
import { synthesize } from '../support/synthesis.ts';
import {
  findDistribution,
  findPolicies,
  findResources,
  readReferencedId,
  readStatements,
} from '../support/template.ts';

const production = synthesize({ stage: 'prod' });
const customDomainStage = synthesize({
  stage: 'prod',
  domainName: 'fathom.example',
  certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
});

const { DefaultCacheBehavior, CacheBehaviors } = findDistribution(production.site);
const behaviors = [DefaultCacheBehavior, ...CacheBehaviors];

describe('the distribution', () => {
  it('redirects browsers to HTTPS, and refuses plain HTTP for the API', () => {
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toContain('/api/*');
    for (const { PathPattern, ViewerProtocolPolicy } of behaviors) {
      const expectedProtocol = PathPattern?.startsWith('/api/') ? 'https-only' : 'redirect-to-https';
      expect(ViewerProtocolPolicy, PathPattern).toBe(expectedProtocol);
    }
  });

  it('requires TLS 1.2 on its own domain, and for requests to the API', () => {
    customDomainStage.site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
        Origins: Match.arrayWith([
          Match.objectLike({
            CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
          }),
        ]),
      },
    });
  });

  it('forwards no TRACE requests', () => {
    expect(behaviors.flatMap(({ AllowedMethods = [] }) => AllowedMethods)).not.toContain('TRACE');
  });

  it('sends HSTS, nosniff, a referrer policy, and a content security policy with every response', () => {
    const policies = findResources(production.site, 'AWS::CloudFront::ResponseHeadersPolicy');

    for (const { PathPattern = 'pages', ResponseHeadersPolicyId } of behaviors) {
      const policy = policies.find(({ id }) => id === readReferencedId(ResponseHeadersPolicyId))!;
      const { ResponseHeadersPolicyConfig } = policy.Properties;
      expect(ResponseHeadersPolicyConfig, PathPattern).toMatchObject({
        SecurityHeadersConfig: {
          ContentTypeOptions: { Override: true },
          ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin' },
          // One year.
          StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000 },
        },
      });
      expect(JSON.stringify(ResponseHeadersPolicyConfig), PathPattern).toMatch(
        /default-src 'none';.*frame-ancestors 'none'/,
      );
    }
  });

  it('lets no other origin call the API', () => {
    const apis = findResources(production.api, 'AWS::ApiGatewayV2::Api');
    expect(apis.map(({ Properties }) => Properties.CorsConfiguration)).toEqual([undefined]);
  });
});

describe('accounts', () => {
  const clients = findResources(production.storage, 'AWS::Cognito::UserPoolClient');

  it('accounts need a password of a minimum length, without rules for its characters', () => {
    const pools = findResources(production.storage, 'AWS::Cognito::UserPool');
    const passwordPolicy = {
      MinimumLength: 6,
      RequireLowercase: false,
      RequireNumbers: false,
      RequireSymbols: false,
      RequireUppercase: false,
    };

    expect(pools.map(({ Properties }) => Properties.Policies)).toEqual([{ PasswordPolicy: passwordPolicy }]);
  });

  it('accounts have sessions of at most 30 days, and access tokens of an hour', () => {
    const web = clients.find(({ Properties }) => Properties.ClientName === 'Web')!;
    expect(web.Properties).toMatchObject({
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    });
  });

  it('accounts sign in through no OAuth flow and no other identity provider', () => {
    for (const { Properties } of clients) {
      expect(Properties).toMatchObject({
        AllowedOAuthFlowsUserPoolClient: false,
        SupportedIdentityProviders: ['COGNITO'],
      });
    }

    production.storage.resourceCountIs('AWS::Cognito::UserPoolDomain', 0);
    production.storage.resourceCountIs('AWS::Cognito::UserPoolIdentityProvider', 0);
  });

  it('no account exists by default', () => {
    production.storage.resourceCountIs('AWS::Cognito::UserPoolUser', 0);
    production.storage.resourceCountIs('AWS::Cognito::UserPoolGroup', 0);
  });
});

describe('the buckets', () => {
  it('the buckets are encrypted, and let CloudFront read objects but not list them', () => {
    for (const template of [production.storage, production.site]) {
      template.allResourcesProperties('AWS::S3::Bucket', {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
      });

      const bucketPolicies = findResources(template, 'AWS::S3::BucketPolicy');
      expect(bucketPolicies).not.toEqual([]);

      for (const policy of bucketPolicies) {
        const allowStatements = readStatements(policy).filter(({ Effect }) => Effect === 'Allow');
        expect(allowStatements.map(({ Action }) => Action)).toEqual(['s3:GetObject']);
      }
    }
  });
});

describe('the logs', () => {
  it('the logs are kept for 90 days', () => {
    for (const template of [production.storage, production.sockets, production.api]) {
      template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
    }
  });

  it('the logs of the API contain neither addresses nor tokens', () => {
    const formats = findResources(production.api, 'AWS::ApiGatewayV2::Stage').map(({ Properties }) => {
      const { Format } = Properties.AccessLogSettings as { readonly Format: string };
      return JSON.parse(Format);
    });

    expect(formats).toEqual([
      {
        requestId: '$context.requestId',
        route: '$context.routeKey',
        status: '$context.status',
        latencyMs: '$context.responseLatency',
        error: '$context.error.message',
        integrationError: '$context.integrationErrorMessage',
      },
    ]);
  });

  it('functions can extend the logs, but not read, change, or delete them', () => {
    for (const template of [production.storage, production.sockets, production.api]) {
      const policies = findPolicies(template).map(({ Properties }) => JSON.stringify(Properties));
      const actions = policies.flatMap((policy) => [...policy.matchAll(/"logs:(\w+)"/g)].map(([, action]) => action));
      expect([...new Set(actions)].sort()).toEqual(['CreateLogStream', 'PutLogEvents']);
    }
  });
});

describe('the sources', () => {
  const files = readSourceFiles().filter(
    ({ path }) => /^(lambdas|shared|web\/src)\//.test(path) && !/\.test\.tsx?$|test-support|fixture/.test(path),
  );
  const findFiles = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  it('the sources build no HTML, code, command, or regular expression from a text', () => {
    const htmlWriter = /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\b/;
    expect(findFiles(htmlWriter)).toEqual([]);
    expect(findFiles(/\beval\(|new Function\(|node:(child_process|vm)\b/)).toEqual([]);
    expect(findFiles(/\bRegExp\(/)).toEqual([]);
  });

  it('the sources use no cookies', () => {
    expect(findFiles(/document\.cookie|cookieStore|['"]set-cookie['"]/i)).toEqual([]);
  });

  it('the sources receive no messages of other windows', () => {
    expect(findFiles(/addEventListener\(\s*'message'|window\.onmessage/)).toEqual([]);
  });

  it('the sources hash with SHA-256 only, and create secrets with randomBytes only', () => {
    const algorithms = files.flatMap(({ text }) => [...text.matchAll(/create(?:Hash|Hmac)\('([^']+)'/g)]);
    expect(new Set(algorithms.map(([, algorithm]) => algorithm))).toEqual(new Set(['sha256']));
    expect(findFiles(/\brandomBytes\(/).sort()).toEqual([
      'lambdas/credentials/recovery-codes.ts',
      'lambdas/table/cursor.ts',
      'lambdas/table/ticket.ts',
    ]);
  });

  it('the sources encrypt cursors only, with AES-256-GCM', () => {
    expect(findFiles(/createCipher|createDecipher|publicEncrypt/)).toEqual(['lambdas/table/cursor.ts']);
    const ciphers = files.flatMap(({ text }) => [...text.matchAll(/'(aes[\w-]+)'/gi)].map(([, cipher]) => cipher));
    expect(new Set(ciphers)).toEqual(new Set(['aes-256-gcm']));
  });

  it('the sources check the certificates of servers', () => {
    expect(findFiles(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([]);
  });

  it('only the canary and the clients of AWS, Stripe, and PayPal send requests from functions', () => {
    const senders = findFiles(/\bfetch\(|node:(https?|http2|net|tls)'/)
      .filter((path) => path.startsWith('lambdas/'))
      .sort();

    expect(senders).toEqual([
      'lambdas/canary/check-site.ts',
      'lambdas/payments/paypal-certificate.ts',
      'lambdas/payments/paypal-client.ts',
      'lambdas/platform/aws-connection.ts',
    ]);
  });

  it('the sources mask passwords, and let password managers fill them in', () => {
    const forms = files.filter(({ path }) => path.startsWith('web/src/features/credentials/'));
    const fields = forms.flatMap(({ text }) =>
      [...text.matchAll(/<(\w+)\s[^<]*?autoComplete="(?:current|new)-password"[^<]*?\/>/g)].map(([, name]) => name),
    );
    const passwordFields = forms.flatMap(({ text }) => text.match(/<PasswordField\s/g) ?? []);

    // Fails if the pattern misses the fields of the forms: sign-in, registration, and password changes.
    expect(fields.length).toBeGreaterThan(3);
    expect(new Set(fields)).toEqual(new Set(['PasswordField']));
    expect(fields).toHaveLength(passwordFields.length);
    expect(forms.filter(({ text }) => /onPaste|type="password"/.test(text))).toEqual([]);
  });
});

describe('the dependencies', () => {
  it('the dependencies have exact versions, and digests in the lock file', () => {
    const { dependencies, devDependencies } = JSON.parse(readProjectFile('package.json'));
    const versions = Object.values<string>({ ...dependencies, ...devDependencies });

    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);

    const { packages } = JSON.parse(readProjectFile('package-lock.json'));
    const entries = Object.entries<{ integrity?: string; inBundle?: boolean }>(packages).filter(
      ([path]) => path !== '',
    );
    const entriesWithoutDigest = entries.filter(
      ([, { integrity = '', inBundle }]) => !inBundle && !/^sha512-/.test(integrity),
    );
    expect(entriesWithoutDigest.map(([path]) => path)).toEqual([]);
  });
});
