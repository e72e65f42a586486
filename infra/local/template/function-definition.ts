import { join } from 'node:path';
import { z } from 'zod';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from './identities.ts';
import type { ResolvedResource } from './template.ts';

const functionProperties = z.object({
  Handler: z.string().default(''),
  Runtime: z.string().default(''),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
});

/** A function as the template states it. */
export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  /** What people call it: its construct's id. */
  readonly label: string;
  /** The module that holds the handler. */
  readonly file: string;
  readonly exportName: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

export interface DefinitionSettings {
  readonly assembly: string;
  /** Endpoints and the like: what AWS, or the standard SDK variables, would set. */
  readonly environment: Readonly<Record<string, string>>;
  /** The key of a function's role. */
  readonly credentialsOf?: (functionName: string) => Credentials;
}

/**
 * Whether the local cloud runs a function. The CDK's own helpers carry out custom resources while a stack is deployed;
 * the local cloud reads what those resources ask for instead.
 */
export function isRunHere({ properties }: Pick<ResolvedResource, 'properties'>): boolean {
  return functionProperties.parse(properties).Runtime.startsWith('nodejs');
}

/** What people call a function: the id of its construct. */
export function labelOf({ metadata, logicalId }: Pick<ResolvedResource, 'metadata' | 'logicalId'>): string {
  return pathOf({ metadata, logicalId }).split('/').at(-3) ?? logicalId;
}

/**
 * A function as it is run.
 *
 * @throws Error when the template does not say where its code is
 */
export function functionDefinition(resource: ResolvedResource, settings: DefinitionSettings): FunctionDefinition {
  const { Handler, Runtime, Timeout, MemorySize, Environment } = functionProperties.parse(resource.properties);
  const folder = resource.metadata['aws:asset:path'];
  if (typeof folder !== 'string') {
    throw new Error(`${pathOf(resource)} has no code folder: synthesise with aws:cdk:enable-asset-metadata.`);
  }
  const [module = 'index', exportName = 'handler'] = Handler.split('.');
  const name = resource.ref;
  const credentials = settings.credentialsOf?.(name);
  return {
    name,
    arn: resource.attributes.Arn ?? name,
    label: labelOf(resource),
    file: join(settings.assembly, folder, `${module}.mjs`),
    exportName,
    timeoutSeconds: Timeout,
    memoryMb: MemorySize,
    environment: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_EXECUTION_ENV: `AWS_Lambda_${Runtime}`,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      LAMBDA_TASK_ROOT: join(settings.assembly, folder),
      ...settings.environment,
      ...(credentials && {
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      }),
      ...Environment.Variables,
    },
  };
}

function pathOf({ metadata, logicalId }: Pick<ResolvedResource, 'metadata' | 'logicalId'>): string {
  return String(metadata['aws:cdk:path'] ?? logicalId);
}
