import { type DisconnectRequest, disconnect } from '../sockets/close-sockets.ts';

/**
 * Closes a socket whose registration another function deletes. The trigger of password resets calls this. A failure fails
 * the invocation, so that Lambda repeats it.
 */
export const handler = async (request: DisconnectRequest): Promise<void> => {
  await disconnect(request);
};
