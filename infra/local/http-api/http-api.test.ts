/** Tests of the local HTTP API, which reads its stage and its routes from the template. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { HttpServer } from '../http/http-server.ts';
import { deriveIdentities, PSEUDO_PARAMETERS } from '../template/identities.ts';
import { parseStack, Resolver } from '../template/template.ts';
import { HttpApi } from './http-api.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-http-api-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Sends a request to an API whose stage has these properties. Returns the event of the function. */
async function receiveEvent(stage: object): Promise<unknown> {
  const ApiId = { Ref: 'Api' };
  const IntegrationUri = 'arn:aws:lambda:us-east-1:000000000000:function:echo';
  const Target = { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] };
  const template = parseStack('app', {
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } },
      Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId, StageName: '$default', ...stage } },
      Integration: {
        Type: 'AWS::ApiGatewayV2::Integration',
        Properties: { ApiId, IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0', IntegrationUri },
      },
      Route: {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: { ApiId, RouteKey: 'GET /api/me', Target, AuthorizationType: 'NONE' },
      },
    },
  });

  const events: unknown[] = [];
  const api = new HttpApi({
    resolver: new Resolver([template], {
      pseudoParameters: PSEUDO_PARAMETERS,
      identify: deriveIdentities('http://127.0.0.1:1'),
    }),
    fetchJwks: () => ({ keys: [] }),
    accessLog: join(directory, 'access.log'),
    invoke: async (_, event) => {
      events.push(event);
      return { ok: true, payload: '{}' };
    },
  });
  const server = new HttpServer((request, response) => void api.handle(request, response));

  const port = await server.start();
  const response = await fetch(`http://127.0.0.1:${port}/api/me`);
  expect(response.status).toBe(200);
  await server.close();
  await api.close();

  return events[0];
}

describe('HttpApi', () => {
  it("passes the stage's variables to functions, as API Gateway does", async () => {
    const event = await receiveEvent({ StageVariables: { originSecret: 'secret of CloudFront' } });

    expect(event).toMatchObject({ stageVariables: { originSecret: 'secret of CloudFront' } });
  });

  it('omits the variables if the stage has none', async () => {
    expect(await receiveEvent({})).not.toHaveProperty('stageVariables');
  });
});
