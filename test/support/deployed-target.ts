import * as z from 'zod';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import type { Target } from './target.ts';

/** The outputs of a deployment: the values of each stack, by their names. */
const outputsSchema = z.record(z.string(), z.record(z.string(), z.string()));

/** The configuration that a site serves as /config.json. */
const runtimeConfigSchema: z.ZodType<RuntimeConfig> = z.object({
  stage: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.url().exactOptional(),
  authFlow: z.enum(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']),
  emailVerification: z.enum(['none', 'required']),
  testContribution: z.boolean(),
  apiUrl: z.url(),
  socketUrl: z.url(),
  stripe: z.object({ publishableKey: z.string(), scriptUrl: z.url() }).exactOptional(),
  paypal: z.object({ clientId: z.string(), sdkBaseUrl: z.url() }).exactOptional(),
});

/**
 * Returns the site's URL from the outputs that `cdk deploy --outputs-file` writes.
 *
 * @throws Error unless exactly one stack has a SiteUrl
 */
export function parseSiteUrl(outputs: unknown): string {
  const { success, data } = outputsSchema.safeParse(outputs);
  if (!success) throw new Error('Not an outputs file. Create one with "cdk deploy --outputs-file outputs.json".');

  const urls = Object.values(data).flatMap(({ SiteUrl }) => SiteUrl ?? []);
  const [url, ...others] = urls;
  if (url === undefined) throw new Error('No stack in the outputs has a SiteUrl. Deploy the site stack too.');
  if (others.length > 0) throw new Error(`The outputs have several sites: ${urls.join(', ')}. Keep one of them.`);
  return url.replace(/\/$/, '');
}

/**
 * Returns a deployed stage as a target.
 *
 * @throws Error if the suite can't or must not test the stage
 */
export function createDeployedTarget(config: RuntimeConfig): Target {
  if (!config.testContribution) {
    throw new Error(`The stage ${config.stage} is a production stage. The suite would leave test members in it.`);
  }
  if (config.emailVerification === 'required') {
    throw new Error(
      `The stage ${config.stage} emails a code to new members. Deploy it with emailVerification=none for the tests.`,
    );
  }

  const unsupported = {
    ...(!config.stripe && { cards: 'the stage has no stripePublishableKey' }),
    ...(!config.paypal && { paypal: 'the stage has no paypalClientId' }),
  };

  return { config, confirmByAdmin: false, unsupported };
}

/**
 * Loads the configuration of a deployed stage from its site, and returns it as a target.
 *
 * @param outputs - the JSON that `cdk deploy --outputs-file` writes
 * @throws Error if the site has no configuration, or the suite must not test the stage
 */
export async function findDeployedTarget(outputs: unknown): Promise<Target> {
  const url = `${parseSiteUrl(outputs)}/config.json`;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}. Publish the pages first.`);

  const { success, data, error } = runtimeConfigSchema.safeParse(await response.json().catch(() => undefined));
  if (!success) throw new Error(`${url} is not a runtime configuration: ${z.prettifyError(error)}`);
  return createDeployedTarget(data);
}
