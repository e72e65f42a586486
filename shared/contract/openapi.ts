import * as z from 'zod';
import { allEndpoints } from './contract.ts';
import { type Endpoint, errorBody } from './endpoint.ts';
import { errorStatus, universalErrors } from './error-codes.ts';

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fathom',
      version,
      description: 'Generated from shared/contract by `npm run openapi`. Depths are metres, sizes are bytes.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    components: {
      schemas: { Error: jsonSchema(errorBody) },
      securitySchemes: {
        member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A Cognito access token.' },
      },
    },
    paths,
  };
}

function operation(endpoint: Endpoint): object {
  const { name, capability, summary, access, params, query, body, response, errors } = endpoint;
  return {
    operationId: name,
    tags: [capability],
    summary,
    security: access === 'member' ? [{ member: [] }] : [],
    parameters: [...parameters('path', params), ...parameters('query', query)],
    requestBody: body && { required: true, content: json(jsonSchema(body, 'input')) },
    responses: {
      200: { description: 'Done.', content: json(jsonSchema(response.extend({ success: z.literal(true) }))) },
      ...errorResponses([
        ...universalErrors,
        ...(access === 'member' ? (['TooManyCalls'] as const) : []),
        ...(body ? (['BodyTooLarge', 'UnsupportedMediaType'] as const) : []),
        ...errors,
      ]),
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !field.safeParse(undefined).success,
    schema: jsonSchema(field as z.ZodType, 'input'),
  }));
}

function errorResponses(codes: readonly (keyof typeof errorStatus)[]): Record<string, object> {
  const byStatus = Object.groupBy([...new Set(codes)], (code) => String(errorStatus[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      { description: codes!.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  );
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
