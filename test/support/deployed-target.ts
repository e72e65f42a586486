import * as z from 'zod';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import type { Target } from './target.ts';

const outputs = z.record(z.string(), z.record(z.string(), z.string()));

const runtimeConfig: z.ZodType<RuntimeConfig> = z.object({
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
 * The site's address in what `cdk deploy --outputs-file` has written, whatever the stack is called.
 *
 * @throws Error when there is none, or more than one
 */
export function siteUrlOf(written: unknown): string {
  const { success, data } = outputs.safeParse(written);
  if (!success) throw new Error('That is no file of outputs: "cdk deploy --outputs-file outputs.json" writes one.');
  const found = Object.values(data).flatMap(({ SiteUrl }) => SiteUrl ?? []);
  const [url, ...others] = found;
  if (url === undefined) throw new Error('No stack in the outputs has a SiteUrl: was the site deployed as well?');
  if (others.length > 0) throw new Error(`The outputs have several sites: ${found.join(', ')}. Keep one of them.`);
  return url.replace(/\/$/, '');
}

/**
 * What a deployed stage is as a target, going by its runtime configuration.
 *
 * @throws Error when the suite cannot or must not judge it
 */
export function deployedTarget(config: RuntimeConfig): Target {
  if (!config.testContribution) {
    throw new Error(`The stage ${config.stage} is a production stage: the suite would leave its members in there.`);
  }
  if (config.emailVerification === 'required') {
    throw new Error(
      `The stage ${config.stage} mails a code to new members, which nobody would read: deploy it without emailVerification=required.`,
    );
  }
  const lacks = {
    ...(!config.stripe && { cards: 'no public key of Stripe is set up (stripePublishableKey)' }),
    ...(!config.paypal && { paypal: 'no client id of PayPal is set up (paypalClientId)' }),
  };
  return { config, confirmByAdmin: false, lacks };
}

/**
 * Looks a deployed stage up at its site.
 *
 * @param written what `cdk deploy --outputs-file` has written
 * @throws Error when the site does not say what it is, or the suite must not judge it
 */
export async function findDeployedTarget(written: unknown): Promise<Target> {
  const url = `${siteUrlOf(written)}/config.json`;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: have the pages been published there?`);
  const { success, data, error } = runtimeConfig.safeParse(await response.json().catch(() => undefined));
  if (!success) throw new Error(`${url} is no runtime configuration: ${z.prettifyError(error)}`);
  return deployedTarget(data);
}
