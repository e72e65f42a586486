import { socketActions } from '../../shared/contract/socket-frames.ts';
import { InvalidInput } from '../platform/errors.ts';
import { frameRoute } from './socket-route.ts';

/** `$default`: rejects frames that aren't JSON with a known action. Counts and logs them like all other frames. */
export const unknownAction = frameRoute('$default', async () => {
  throw new InvalidInput({ reason: 'unknown-action', actions: Object.keys(socketActions) });
});
