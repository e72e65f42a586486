import { AwsJsonServer } from './http/aws-json-server.ts';
import type { HttpServer } from './http/http-server.ts';
import { Guard } from './iam/guard.ts';
import type { ProviderTimings } from './payment-providers.ts';
import type { Closers } from './process/ports.ts';
import type { Terminal } from './process/terminal.ts';
import type { Credentials } from './state/credentials.ts';
import { deriveIdentities, PSEUDO_PARAMETERS } from './template/identities.ts';
import { assertAllSupported } from './template/resource-types.ts';
import type { Assembly } from './template/synthesis.ts';
import { Resolver } from './template/template.ts';
import type { ConnectionLimits } from './web-socket/connection.ts';

export interface ServicesSettings {
  /** The server that the services are mounted on. */
  readonly server: HttpServer;
  readonly assembly: Assembly;
  readonly dynamoDbEndpoint: string;
  readonly credentials: Credentials;
  /** Returns the path of a file or folder in the state directory. */
  readonly statePath: (part: string) => string;
  /** The server's URL, without a path. */
  readonly url: string;
  readonly terminal: Terminal;
  readonly closers: Closers;
  /** Idle time and lifetime of WebSockets. */
  readonly socketLimits: Partial<ConnectionLimits>;
  readonly maxSandboxes?: number | undefined;
  /** Keys of test accounts at the real payment providers. */
  readonly paymentKeys: Readonly<Record<string, string | undefined>>;
  /** Delays of the local Stripe and the local PayPal. */
  readonly providerTimings?: ProviderTimings | undefined;
}

/** The settings, and what all services share. */
export interface ServiceContext extends ServicesSettings {
  /** Serves the requests of AWS SDKs, except those to S3 and DynamoDB. */
  readonly awsServer: AwsJsonServer;
  /** Finds the resources of the template. */
  readonly resolver: Resolver;
  /** Checks requests against the IAM policies of the template. */
  readonly guard: Guard;
}

/**
 * Reads the template, and creates the server and the guard of its services.
 *
 * @throws Error naming a resource that the local cloud does not support.
 */
export function createServiceContext(settings: ServicesSettings): ServiceContext {
  const { assembly, credentials, terminal, url } = settings;
  const awsServer = new AwsJsonServer(credentials);
  const resolver = new Resolver(assembly.stacks, {
    pseudoParameters: PSEUDO_PARAMETERS,
    identify: deriveIdentities(url),
  });
  assertAllSupported(resolver);

  const guard = new Guard(resolver, credentials, terminal);
  awsServer.enforce(guard);

  return { ...settings, awsServer, resolver, guard };
}
