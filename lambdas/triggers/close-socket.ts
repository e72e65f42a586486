import { type CloseRequest, closeConnection } from '../sockets/close-sockets.ts';

/**
 * Closes a socket whose registration another function deletes. The trigger of password resets calls this function.
 * Throws if API Gateway fails, so that Lambda repeats the call.
 */
export const handler = async (request: CloseRequest): Promise<void> => {
  await closeConnection(request);
};
