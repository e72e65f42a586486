import { type DisconnectRequest, disconnect } from '../sockets/close-sockets.ts';

/**
 * Closes a socket whose registration another function deletes. The trigger of password resets calls this function.
 * Throws if API Gateway fails, so that Lambda repeats the call.
 */
export const handler = async (request: DisconnectRequest): Promise<void> => {
  await disconnect(request);
};
