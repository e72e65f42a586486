import { setting } from './config.ts';
import { logger } from './logger.ts';

/** A notice that a member's depth has changed without a request of the member. */
export interface DepthNotice {
  readonly userId: string;
}

/**
 * Starts the function that sends a member's new depth to their open sockets, without waiting for it. For functions that
 * can't reach sockets. Best effort: pages read the depth again when they connect.
 */
export async function notifyDepth(notice: DepthNotice): Promise<void> {
  try {
    const { invokeFunction } = await import('./invoke-function.ts');
    await invokeFunction(setting('DEPTH_FUNCTION_NAME'), notice);
  } catch (error) {
    logger.warn('Depth notice not sent', { error: error as Error });
  }
}
