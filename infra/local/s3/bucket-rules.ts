/**
 * The supported properties of a bucket in the template. Evaluates its CORS rules, and its lifecycle rules for multipart
 * uploads. `versions.ts` evaluates the lifecycle rules for versions.
 */
import { z } from 'zod';
import type { Upload } from './uploads.ts';

/** One day, in milliseconds. */
export const DAY_MS = 24 * 3600 * 1000;

const corsSchema = z.object({
  CorsRules: z.array(
    z.object({
      AllowedOrigins: z.array(z.string()),
      AllowedMethods: z.array(z.string()),
      AllowedHeaders: z.array(z.string()).default([]),
      ExposedHeaders: z.array(z.string()).default([]),
      MaxAge: z.number().optional(),
    }),
  ),
});
export type CorsRule = z.output<typeof corsSchema>['CorsRules'][number];

/**
 * The supported lifecycle actions are to abort incomplete multipart uploads, and to delete noncurrent versions and the
 * delete markers that are left without versions. Other actions are ignored.
 */
export const lifecycleSchema = z.object({
  Rules: z.array(
    z.object({
      Status: z.enum(['Enabled', 'Disabled']),
      Prefix: z.string().default(''),
      AbortIncompleteMultipartUpload: z.object({ DaysAfterInitiation: z.number() }).optional(),
      NoncurrentVersionExpiration: z.object({ NoncurrentDays: z.number() }).optional(),
      ExpiredObjectDeleteMarker: z.boolean().optional(),
    }),
  ),
});
export type LifecycleRule = z.output<typeof lifecycleSchema>['Rules'][number];

/** The supported properties of `AWS::S3::Bucket`. */
export const bucketSchema = z.object({
  CorsConfiguration: corsSchema.default({ CorsRules: [] }),
  LifecycleConfiguration: lifecycleSchema.default({ Rules: [] }),
  VersioningConfiguration: z.object({ Status: z.enum(['Enabled', 'Suspended']) }).optional(),
});
export type BucketRules = z.output<typeof bucketSchema>;

/** Returns the response headers that let another origin read the response, or undefined if no rule allows it. */
export function buildCorsHeaders(
  rules: readonly CorsRule[],
  { origin, method, headers }: { origin: string; method: string; headers: readonly string[] },
): Record<string, string> | undefined {
  const rule = rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders }) =>
      AllowedMethods.includes(method) &&
      AllowedOrigins.some((pattern) => matchesPattern(pattern, origin)) &&
      headers.every((header) => AllowedHeaders.some((pattern) => matchesPattern(pattern, header))),
  );
  if (!rule) return undefined;

  const allowsAnyOrigin = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': allowsAnyOrigin ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    ...(!allowsAnyOrigin && { 'access-control-allow-credentials': 'true' }),
    ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(', ') }),
    ...(rule.ExposedHeaders.length > 0 && { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') }),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
  };
}

/** Returns whether a rule aborts this upload at this time. */
export function isExpiredUpload({ key, initiated }: Upload, rules: readonly LifecycleRule[], now: Date): boolean {
  return rules.some(
    ({ Status, Prefix, AbortIncompleteMultipartUpload: abortAction }) =>
      Status === 'Enabled' &&
      abortAction !== undefined &&
      key.startsWith(Prefix) &&
      now.getTime() - initiated.getTime() >= abortAction.DaysAfterInitiation * DAY_MS,
  );
}

/** Returns whether a text matches a pattern of S3, which contains at most one asterisk. Ignores case. */
function matchesPattern(pattern: string, text: string): boolean {
  const [before = '', after] = pattern.toLowerCase().split('*');
  const candidate = text.toLowerCase();
  if (after === undefined) return candidate === before;
  return candidate.length >= before.length + after.length && candidate.startsWith(before) && candidate.endsWith(after);
}
