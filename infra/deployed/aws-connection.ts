/**
 * Makes the clients of this process use the region in `AWS_DEFAULT_REGION`, unless `AWS_REGION` names one.
 *
 * The CDK and AWS's command-line tool read both variables, but the SDK only reads `AWS_REGION`. Without both, the SDK
 * reads the region from the profile.
 */
export function applyDefaultRegion(): void {
  const { AWS_REGION: region, AWS_DEFAULT_REGION: defaultRegion } = process.env;
  if (!region && defaultRegion) process.env.AWS_REGION = defaultRegion;
}

/** Returns an error's message, with a hint if the machine has no region or no credentials for AWS. */
export function describeError({ name, message }: Error): string {
  if (/region is missing/i.test(message)) {
    return 'No region. Set AWS_REGION, or AWS_PROFILE to a profile with a region.';
  }
  if (/^(CredentialsProviderError|ExpiredToken|ExpiredTokenException|UnrecognizedClientException)$/.test(name)) {
    return `No valid credentials for AWS: ${message}. Set AWS_PROFILE, or sign in again.`;
  }
  return message;
}
