import forge from 'node-forge';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { Credentials } from './objects.ts';

interface CertificateOptions {
  readonly commonName?: string;
  /** Start of the validity in milliseconds since 1970. Default: a day ago. */
  readonly validFrom?: number;
  /** End of the validity in milliseconds since 1970. Default: in a year. */
  readonly validTo?: number;
}

/** Creates a self-signed certificate for the key that signs events. Returns it as PEM, as PayPal serves it. */
export function createCertificate(
  { publicKey, privateKey }: Pick<Credentials, 'publicKey' | 'privateKey'>,
  options: CertificateOptions = {},
): string {
  const { validFrom = Date.now() - DAY_MS, validTo = Date.now() + 365 * DAY_MS } = options;
  const subject = [{ name: 'commonName', value: options.commonName ?? 'messageverificationcerts.sandbox.paypal.com' }];

  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(validFrom);
  certificate.validity.notAfter = new Date(validTo);
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());

  return forge.pki.certificateToPem(certificate);
}
