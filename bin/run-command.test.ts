/** Tests of what all commands share: the region of their clients, and the report of a failure. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';

beforeEach(() => {
  // A developer's profile could have a region.
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs a command that creates a client. Returns the client's region. */
async function findClientRegion(): Promise<string | undefined> {
  let region: string | undefined;
  await runCommand(async () => {
    region = await new DynamoDBClient({}).config.region();
  });
  return region;
}

describe('runCommand', () => {
  it.each([
    { AWS_REGION: 'eu-central-1', AWS_DEFAULT_REGION: undefined, region: 'eu-central-1' },
    { AWS_REGION: undefined, AWS_DEFAULT_REGION: 'eu-west-1', region: 'eu-west-1' },
    { AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-west-1', region: 'eu-west-1' },
    { AWS_REGION: 'eu-central-1', AWS_DEFAULT_REGION: 'eu-west-1', region: 'eu-central-1' },
  ])('gives clients the region of the environment: %j', async ({ region, ...environment }) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);

    expect(await findClientRegion()).toBe(region);
  });

  it('leaves the region to the profile if the environment has none', async () => {
    vi.stubEnv('AWS_REGION', undefined);
    vi.stubEnv('AWS_DEFAULT_REGION', undefined);

    await runCommand(() => expect(process.env.AWS_REGION).toBeUndefined());
    expect(process.exitCode).toBeUndefined();
  });

  it('prints how to set a missing region, and sets the exit code', async () => {
    vi.stubEnv('AWS_REGION', undefined);
    vi.stubEnv('AWS_DEFAULT_REGION', undefined);
    const printError = vi.spyOn(console, 'error').mockReturnValue();

    await findClientRegion();

    expect(printError).toHaveBeenCalledWith(expect.stringContaining('Set AWS_REGION'));
    expect(process.exitCode).toBe(1);
  });
});
