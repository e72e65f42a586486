import { z } from 'zod';

/** A bucket's CORS rules as the template states them. */
export const corsConfiguration = z.object({
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
export type CorsRule = z.output<typeof corsConfiguration>['CorsRules'][number];

export interface CorsRequest {
  readonly origin: string;
  readonly method: string;
  readonly headers: readonly string[];
}

/** The headers that let a page of another origin read the answer, or undefined where no rule allows it. */
export function corsHeaders(rules: readonly CorsRule[], request: CorsRequest): Record<string, string> | undefined {
  const rule = rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders }) =>
      AllowedMethods.includes(request.method) &&
      AllowedOrigins.some((pattern) => matches(pattern, request.origin)) &&
      request.headers.every((header) => AllowedHeaders.some((pattern) => matches(pattern, header))),
  );
  if (!rule) return undefined;
  const anyOrigin = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': anyOrigin ? '*' : request.origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    ...(!anyOrigin && { 'access-control-allow-credentials': 'true' }),
    ...(request.headers.length > 0 && { 'access-control-allow-headers': request.headers.join(', ') }),
    ...(rule.ExposedHeaders.length > 0 && { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') }),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
  };
}

/** S3's patterns: at most one asterisk, which stands for anything. */
function matches(pattern: string, text: string): boolean {
  const [before = '', after] = pattern.toLowerCase().split('*');
  const candidate = text.toLowerCase();
  if (after === undefined) return candidate === before;
  return candidate.length >= before.length + after.length && candidate.startsWith(before) && candidate.endsWith(after);
}
