/** Tests of the parser of requests, which checks a request's body and parameters by the schemas of its endpoint. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../shared/contract/endpoint.ts';
import { encodeFormat } from '../../shared/contract/field-rule.ts';
import { parseRequest } from './request.ts';

const { addPearl } = endpoints('pearls', {
  addPearl: () => ({
    method: 'POST',
    path: '/pearls/{pearl}',
    access: 'public',
    resource: 'self',
    limit: { none: 'An example.' },
    summary: 'Add a pearl.',
    params: z.strictObject({ pearl: z.string().optional() }),
    query: z.strictObject({ shiny: z.string().optional() }),
    body: z.strictObject({
      name: z.string().optional(),
      kind: z
        .string()
        .refine((kind) => kind === 'round', { error: encodeFormat('allowed-file-type') })
        .optional(),
      box: z.strictObject({ lid: z.string() }).optional(),
    }),
    response: z.object({}),
    errors: [],
  }),
});

/** The maximum size of a body, in bytes. */
const MAX_BODY_BYTES = 128 * 1024;

/** Parses a request for `addPearl`, by default of the content type application/json. */
function parseEvent(event: { body?: string; type?: string | null; isBase64Encoded?: boolean; params?: object }) {
  const { type = 'application/json', params, ...rest } = event;
  const headers = type === null ? {} : { 'content-type': type };
  return parseRequest(addPearl, { headers, pathParameters: params, ...rest } as unknown as APIGatewayProxyEventV2);
}

/**
 * Parses an invalid request. Returns the code and the message of the error.
 *
 * @throws Error if the request is accepted
 */
function readRejection(event: Parameters<typeof parseEvent>[0]): string {
  try {
    parseEvent(event);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }

  throw new Error('The request was accepted.');
}

/** Builds a JSON body of this size in bytes. */
const buildBody = (bytes: number, character = 'x') => {
  const nameBytes = bytes - '{"name":""}'.length;
  const characterBytes = Buffer.byteLength(character);
  const count = Math.floor(nameBytes / characterBytes);

  return `{"name":"${character.repeat(count)}${'x'.repeat(nameBytes - count * characterBytes)}"}`;
};

describe('parseRequest', () => {
  it('accepts a request without parameters and query', () => {
    expect(parseEvent({ body: '{}' })).toEqual({});
  });

  it('rejects a request without a body, even if every field is optional', () => {
    for (const event of [{}, { body: '' }, { type: null }, { body: '', isBase64Encoded: true }]) {
      expect(readRejection(event)).toBe('InvalidInput: The request body is missing. It must be a JSON object.');
    }
  });

  it('rejects JSON that is not an object', () => {
    for (const body of ['[1]', '1', 'null', '"x"']) {
      expect(readRejection({ body })).toBe('InvalidInput: The request must be a JSON object.');
    }
  });

  it('rejects a body that is not JSON', () => {
    expect(readRejection({ body: '{"name":' })).toBe('InvalidInput: The request body is not valid JSON.');
  });

  it('returns no input for an endpoint without schemas, whose body a provider has signed', () => {
    const { params, query, body, ...definition } = addPearl;
    const event = { headers: {}, body: 'signed', pathParameters: { shell: '1' } };

    expect(parseRequest(definition, event as unknown as APIGatewayProxyEventV2)).toEqual({});
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', ' application/json ;x=y'])(
    'accepts the content type "%s"',
    (type) => expect(parseEvent({ body: '{"name":"a"}', type })).toEqual({ name: 'a' }),
  );

  it.each([null, '', 'text/plain', 'application/jsonp', 'text/plain; application/json'])(
    'rejects a body of the content type %j',
    (type) => {
      expect(readRejection({ body: '{}', type })).toBe(
        'UnsupportedMediaType: The request body must be JSON, sent as application/json.',
      );
    },
  );

  it.each(['x', '🐙'])('accepts a body of 128 KB, counted in bytes (%s)', (character) => {
    expect(parseEvent({ body: buildBody(MAX_BODY_BYTES, character) })).toHaveProperty('name');
    expect(readRejection({ body: buildBody(MAX_BODY_BYTES + 1, character) })).toBe(
      'BodyTooLarge: The request body must be at most 128 KB.',
    );
  });

  it('counts the decoded bytes of a base64 body', () => {
    const encode = (body: string) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true });

    expect(parseEvent(encode(buildBody(MAX_BODY_BYTES)))).toHaveProperty('name');
    expect(readRejection(encode(buildBody(MAX_BODY_BYTES + 1)))).toMatch(/^BodyTooLarge/);
    expect(parseEvent(encode('{"name":"Ένα"}'))).toEqual({ name: 'Ένα' });
  });

  it('rejects a base64 body whose bytes are not UTF-8', () => {
    for (const text of ['\xff', '\xc3', '\xed\xa0\x80']) {
      const body = Buffer.from(`{"name":"${text}"}`, 'latin1').toString('base64');

      expect(readRejection({ body, isBase64Encoded: true })).toBe(
        'InvalidInput: The request body contains text that is not valid Unicode.',
      );
    }
  });

  it.each(['{"name":"a\\ud800b"}', '{"box":{"lid":"\\udc00"}}', '{"name":"\\udc19\\ud83d"}'])(
    'rejects unpaired surrogates at any depth, because DynamoDB and S3 do (%s)',
    (body) => {
      expect(readRejection({ body })).toBe('InvalidInput: The request body contains text that is not valid Unicode.');
    },
  );

  it('accepts paired surrogates', () => {
    expect(parseEvent({ body: '{"name":"\\ud83d\\udc19"}' })).toEqual({ name: '🐙' });
  });

  it('rejects a media type that Fathom does not accept with the code FileTypeNotAllowed', () => {
    expect(readRejection({ body: '{"kind":"flat"}' })).toMatch(
      /^FileTypeNotAllowed: Files of this type aren't accepted/,
    );
  });

  it('rejects unknown parameters', () => {
    expect(readRejection({ params: { shell: '1' } })).toBe('InvalidInput: The field "shell" isn\'t allowed.');
  });
});
