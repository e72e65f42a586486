import { join } from 'node:path';
import { z } from 'zod';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from './identities.ts';
import type { ResolvedResource } from './template.ts';

/** The properties of a function that the local cloud reads, with Lambda's defaults: seconds and megabytes. */
const functionSchema = z.object({
  Handler: z.string().default(''),
  Runtime: z.string().default(''),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
});

/** A function of the template, with the settings that run it. */
export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  /** The construct ID, which log lines show. */
  readonly label: string;
  /** The path of the handler's module. */
  readonly file: string;
  readonly exportName: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

export interface DefinitionSettings {
  /** The folder of the synthesized app, which contains the code folders. */
  readonly assembly: string;
  /** Variables for all functions, such as the SDK's endpoints. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the access key of a function's role. */
  readonly getFunctionCredentials?: (functionName: string) => Credentials;
}

/** Returns whether this is a function of the app, and not one that the CDK adds for custom resources. */
export function isAppFunction({ logicalId, properties }: Pick<ResolvedResource, 'logicalId' | 'properties'>): boolean {
  if (/^Custom\w+CustomResourceProvider/.test(logicalId)) return false;
  // The CDK's other functions use Python.
  return functionSchema.parse(properties).Runtime.startsWith('nodejs');
}

/** Returns the construct ID of a function. */
export function getFunctionLabel({ metadata, logicalId }: Pick<ResolvedResource, 'metadata' | 'logicalId'>): string {
  // The path ends with `<construct ID>/Function/Resource`.
  return getConstructPath({ metadata, logicalId }).split('/').at(-3) ?? logicalId;
}

/** Reads a function's definition. Throws if the template does not name its code folder. */
export function toFunctionDefinition(resource: ResolvedResource, settings: DefinitionSettings): FunctionDefinition {
  const { Handler, Runtime, Timeout, MemorySize, Environment } = functionSchema.parse(resource.properties);
  const folder = resource.metadata['aws:asset:path'];
  if (typeof folder !== 'string') {
    throw new Error(`${getConstructPath(resource)} has no code folder. Synthesize with aws:cdk:enable-asset-metadata.`);
  }

  const [module = 'index', exportName = 'handler'] = Handler.split('.');
  const name = resource.ref;
  const credentials = settings.getFunctionCredentials?.(name);

  return {
    name,
    arn: resource.attributes.Arn ?? name,
    label: getFunctionLabel(resource),
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
      // The key of the function's role replaces the cloud's own key, which the settings contain.
      ...(credentials && {
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        ...(credentials.sessionToken && { AWS_SESSION_TOKEN: credentials.sessionToken }),
      }),
      ...Environment.Variables,
    },
  };
}

/** Returns the path of a resource's construct, or its logical ID without metadata. For labels and errors. */
function getConstructPath({ metadata, logicalId }: Pick<ResolvedResource, 'metadata' | 'logicalId'>): string {
  return String(metadata['aws:cdk:path'] ?? logicalId);
}
