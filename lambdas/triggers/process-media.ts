import { processMedia } from '../files/process-media.ts';
import { logger } from '../platform/logger.ts';
import type { MediaRequest } from '../platform/media-request.ts';

/** Processes a stored file, or its poster. If this fails, Lambda retries it. */
export const handler = async ({ key }: MediaRequest): Promise<void> => {
  const outcome = await processMedia(key);
  logger.info('process-media', { outcome });
};
