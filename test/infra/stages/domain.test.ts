/** The certificate and the DNS records of a stage's own domain. */
import { Match } from 'aws-cdk-lib/assertions';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { synthesize } from '../../support/synthesis.ts';
import { findResource } from '../../support/template.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:111111111111:certificate/1';
const ZONE = { hostedZoneId: 'Z0123456789', hostedZoneName: 'fathom.example' };

const stageWithZone = synthesize({ stage: 'prod', domainName: 'www.fathom.example', ...ZONE });

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a domain with a hosted zone', () => {
  const distribution = findResource(stageWithZone.site, 'AWS::CloudFront::Distribution').id;

  it('gets a certificate that ACM validates with a record in the zone', () => {
    stageWithZone.site.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'www.fathom.example',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: 'www.fathom.example', HostedZoneId: 'Z0123456789' }],
    });

    const certificate = findResource(stageWithZone.site, 'AWS::CertificateManager::Certificate').id;
    stageWithZone.site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['www.fathom.example'],
        ViewerCertificate: { AcmCertificateArn: { Ref: certificate }, MinimumProtocolVersion: 'TLSv1.2_2021' },
      },
    });
  });

  it.each(['A', 'AAAA'])('gets an alias record of type %s', (Type) => {
    stageWithZone.site.hasResourceProperties('AWS::Route53::RecordSet', {
      Type,
      Name: 'www.fathom.example.',
      HostedZoneId: 'Z0123456789',
      AliasTarget: Match.objectLike({ DNSName: { 'Fn::GetAtt': [distribution, 'DomainName'] } }),
    });
  });

  it('uses the certificate of the settings instead of a new one', () => {
    const { site } = synthesize({ stage: 'prod', domainName: 'fathom.example', certificateArn: CERTIFICATE, ...ZONE });
    site.resourceCountIs('AWS::CertificateManager::Certificate', 0);
    // The records A and AAAA.
    site.resourceCountIs('AWS::Route53::RecordSet', 2);
  });

  it('needs an existing certificate if the stage is outside us-east-1', () => {
    vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1');
    const settings = { domainName: 'fathom.example', ...ZONE };

    expect(() => synthesize(settings)).toThrow(/certificates of us-east-1 only.*eu-central-1.*set certificateArn/);
    expect(() => synthesize({ ...settings, certificateArn: CERTIFICATE })).not.toThrow();
  });
});

it('a stage without a hosted zone creates no certificate and no records, and has the URL of its domain', () => {
  const { site } = synthesize({ stage: 'prod', domainName: 'fathom.example', certificateArn: CERTIFICATE });

  site.resourceCountIs('AWS::CertificateManager::Certificate', 0);
  site.resourceCountIs('AWS::Route53::RecordSet', 0);
  site.hasOutput('SiteUrl', { Value: 'https://fathom.example' });
});
