import { X509Certificate } from 'node:crypto';
import { InvalidSignature, PaymentsUnavailable } from './errors.ts';

/** Origins that serve PayPal's certificates, by environment. TLS proves that they are PayPal's. */
const ORIGINS: Readonly<Record<string, readonly string[]>> = {
  live: ['https://api.paypal.com', 'https://api-m.paypal.com'],
  sandbox: ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com'],
};

/** The path of a certificate. Other paths at the same origin could return text that someone else wrote. */
const PATH = /^\/v1\/notifications\/certs\/CERT-[\w-]{1,100}$/;

/** The common name of a certificate that signs events, such as `messageverificationcerts.paypal.com`. */
const SUBJECT = /^CN=(?:[\w-]+\.)+paypal\.com$/m;

/** Timeout of a download, in milliseconds. */
const TIMEOUT_MS = 6000;

/** The certificates of this function instance, by address. */
const cache = new Map<string, X509Certificate>();

/**
 * Returns the certificate at the address that an event names. Downloads each certificate once per function instance.
 *
 * @throws InvalidSignature if the address is not one of PayPal's, or the certificate is not PayPal's or not valid now
 * @throws PaymentsUnavailable if the certificate can't be downloaded
 */
export async function loadCertificate(address: string): Promise<X509Certificate> {
  checkCertificateUrl(address);
  const certificate = cache.get(address) ?? (await download(address));
  cache.set(address, certificate);

  const now = Date.now();
  if (now < certificate.validFromDate.getTime() || now > certificate.validToDate.getTime()) {
    throw new InvalidSignature();
  }

  return certificate;
}

/**
 * Checks that an address is one of PayPal's certificates, without a request.
 *
 * @throws InvalidSignature if the address is another one
 */
export function checkCertificateUrl(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Comparing the serialized URL rejects credentials, queries, and paths that contain "..".
  if (!url || !PATH.test(url.pathname) || address !== url.origin + url.pathname) throw new InvalidSignature();
  if (!trustedOrigins().includes(url.origin)) throw new InvalidSignature();
}

/** Returns the origin of the local PayPal, if `PAYPAL_API_URL` names one, or the origins of the stage's environment. */
function trustedOrigins(): readonly string[] {
  const { PAYPAL_API_URL: localUrl, PAYPAL_ENVIRONMENT: environment = 'sandbox' } = process.env;
  return localUrl ? [new URL(localUrl).origin] : (ORIGINS[environment] ?? []);
}

async function download(address: string): Promise<X509Certificate> {
  const { status, text } = await request(address);
  if (status >= 400 && status < 500 && status !== 429) throw new InvalidSignature();

  const certificate = status === 200 ? parse(text) : undefined;
  if (!certificate) throw new PaymentsUnavailable({ cause: new Error(`No certificate (${status})`) });
  if (!SUBJECT.test(certificate.subject)) throw new InvalidSignature();
  return certificate;
}

async function request(address: string): Promise<{ readonly status: number; readonly text: string }> {
  try {
    // A redirect could lead to another origin.
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(address, { method: 'GET', redirect: 'error', signal });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new PaymentsUnavailable({ cause });
  }
}

/** Parses the first certificate of a PEM text. */
function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
