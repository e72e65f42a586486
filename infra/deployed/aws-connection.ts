/**
 * Returns the region of the commands for deployed stages, or undefined if the SDK reads it from the profile.
 *
 * Returns the same region as the CDK, which also reads `AWS_DEFAULT_REGION`.
 */
export function findRegion(): string | undefined {
  return process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
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
