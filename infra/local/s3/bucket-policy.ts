/** The statements of the template's bucket policies that deny requests. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { toRegExp } from '../iam/policy.ts';
import { toS3Calls } from '../iam/s3-calls.ts';

/** A string or a list of strings, which becomes a list. */
const stringListSchema = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const bucketPolicySchema = z.object({
  PolicyDocument: z.object({
    Statement: z.array(
      z.strictObject({
        Sid: z.string().optional(),
        Effect: z.enum(['Allow', 'Deny']),
        Principal: z.unknown(),
        Action: stringListSchema,
        Resource: stringListSchema,
        Condition: z.record(z.string(), z.record(z.string(), stringListSchema)).default({}),
      }),
    ),
  }),
});

/** The parts of a request that statements check. */
interface PolicyRequest {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** A statement of a bucket policy that denies requests, as a function. Returns whether it denies a request. */
export type DenyStatement = (request: PolicyRequest) => boolean;

/** A condition of a statement. Returns whether a request meets it. */
type Condition = (request: PolicyRequest) => boolean;

/**
 * Parses the statements that deny requests. Statements that allow are left out: they concern CloudFront, which
 * `site/site.ts` replaces.
 *
 * @throws Error for an unsupported principal, condition operator, or condition key. Ignoring such a statement
 *   would allow requests that S3 denies.
 */
export function parseDenyStatements(policies: readonly { readonly properties: unknown }[]): DenyStatement[] {
  return policies
    .flatMap(({ properties }) => bucketPolicySchema.parse(properties).PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Deny')
    .map(({ Principal, Action, Resource, Condition }) => {
      if (!['"*"', '{"AWS":"*"}'].includes(JSON.stringify(Principal))) {
        throw new Error('The local cloud supports bucket policies that deny requests of everyone only.');
      }

      const actions = Action.map((pattern) => toRegExp(pattern, 'i'));
      const resources = Resource.map((pattern) => toRegExp(pattern));
      const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
        Object.entries(keys).map(([key, values]) => parseCondition(operator, key, values)),
      );

      return (request) =>
        toS3Calls(request).some(
          ({ action, resource }) =>
            actions.some((pattern) => pattern.test(action)) && resources.some((pattern) => pattern.test(resource)),
        ) && conditions.every((isMet) => isMet(request));
    });
}

/** Functions that read the supported condition keys. They return undefined if the request doesn't have the key. */
const CONDITION_KEYS: Readonly<Record<string, (request: PolicyRequest) => string | undefined>> = {
  // The local endpoint stands for S3's TLS endpoint.
  'aws:SecureTransport': () => 'true',
  's3:if-none-match': ({ headers }) => headers['if-none-match'],
  's3:if-match': ({ headers }) => headers['if-match'],
  // The key is false for CreateMultipartUpload and UploadPart, whose objects appear later.
  's3:ObjectCreationOperation': ({ method, query }) => {
    const completesUpload = method === 'POST' && query.has('uploadId');
    const putsObject = method === 'PUT' && !query.has('uploadId');
    return String(completesUpload || putsObject);
  },
};

function parseCondition(operator: string, key: string, values: readonly string[]): Condition {
  const readValue = CONDITION_KEYS[key];
  if (!readValue) throw new Error(`A bucket policy has a condition on ${key}, which the local cloud doesn't support.`);

  switch (operator) {
    case 'Bool':
      return (request) => values.includes(readValue(request) ?? '');
    case 'Null':
      return (request) => values.includes(String(readValue(request) === undefined));
    default:
      throw new Error(`A bucket policy has a condition with ${operator}, which the local cloud doesn't support.`);
  }
}
