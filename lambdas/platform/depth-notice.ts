import { readSetting } from './config.ts';
import { invokeFunction } from './invoke-function.ts';

/** A notice that a member's depth has changed. */
export interface DepthNotice {
  readonly userId: string;
}

/** Starts the function that sends a member's depth to their open sockets, without waiting for it. */
export async function notifyDepth(notice: DepthNotice): Promise<void> {
  await invokeFunction(readSetting('DEPTH_FUNCTION_NAME'), notice);
}
