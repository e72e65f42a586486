import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { CLOUDFRONT_REGION, findTargetRegion } from './target-region.ts';

/** The site's own domain: its certificate and, if the stage names the hosted zone, its DNS records in Route 53. */
export class SiteDomain extends Construct {
  readonly name: string;
  readonly certificate: acm.ICertificate;
  readonly #zone: route53.IHostedZone | undefined;

  /** @throws Error if the certificate would be created in another region than us-east-1. */
  constructor(scope: Construct, id: string, name: string, stage: Stage) {
    super(scope, id);
    const { certificateArn, hostedZoneId, hostedZoneName } = stage;

    this.name = name;
    this.#zone =
      hostedZoneId !== undefined && hostedZoneName !== undefined
        ? route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: hostedZoneName })
        : undefined;
    this.certificate =
      certificateArn === undefined
        ? this.#createCertificate()
        : acm.Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
  }

  /** Creates the alias records, for IPv4 and IPv6. Without a hosted zone, the operator creates them. */
  pointTo(distribution: cloudfront.IDistribution): void {
    if (this.#zone === undefined) return;

    const target = route53.RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    const record = { zone: this.#zone, recordName: `${this.name}.`, target };
    new route53.ARecord(this, 'A', record);
    new route53.AaaaRecord(this, 'Aaaa', record);
  }

  /** Creates a certificate. ACM proves the domain's ownership with a record in the hosted zone. */
  #createCertificate(): acm.Certificate {
    const region = findTargetRegion(this);
    if (region !== undefined && region !== CLOUDFRONT_REGION) {
      throw new Error(
        `CloudFront accepts certificates of ${CLOUDFRONT_REGION} only, but this stage goes to ${region}. Create a ` +
          `certificate for ${this.name} there, and set certificateArn.`,
      );
    }

    const validation = acm.CertificateValidation.fromDns(this.#zone);
    return new acm.Certificate(this, 'Certificate', { domainName: this.name, validation });
  }
}
