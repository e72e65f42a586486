import { allEndpoints } from '../../shared/contract/contract.ts';
import { socketRoutes } from '../../shared/contract/socket.ts';

/** Each trigger's simplest event; the scheduled ones read nothing of theirs. */
const TRIGGER_EVENTS: Readonly<Record<string, object>> = {
  'triggers-pre-sign-up': { request: { userAttributes: { preferred_username: 'Ada' } }, response: {} },
  'triggers-post-confirmation': { request: { userAttributes: {} }, response: {} },
  'triggers-file-stored': { Records: [] },
};

/**
 * The event that a function answers soonest: a call without a caller, an empty frame, a trigger's simplest.
 *
 * @param name the function's, as `lambdaEntries` has it
 */
export function firstEvent(name: string): object {
  const endpoint = allEndpoints.find((one) => one.name === name);
  if (endpoint) {
    const { method, path } = endpoint;
    const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' };
    const requestContext = { requestId: 'cold', stage: '$default', http };
    return { version: '2.0', rawPath: path, rawQueryString: '', headers: {}, requestContext, isBase64Encoded: false };
  }
  if (socketRoutes.some((one) => one.name === name)) {
    return { requestContext: { requestId: 'cold', connectionId: 'cold', routeKey: name }, isBase64Encoded: false };
  }
  return TRIGGER_EVENTS[name] ?? {};
}
