import { readSetting } from './config.ts';

/** A request to complete a password reset whose code is used up, but which hasn't signed the member out everywhere. */
export interface PasswordResetRequest {
  readonly kind: 'passwordReset';
  /** The trigger's environment lacks this ID, because the pool depends on the trigger. */
  readonly userPoolId: string;
  /** The member's email or ID. */
  readonly username: string;
}

/** Queues a call of the post-confirmation trigger, which completes a password reset. Lambda repeats a failed call. */
export async function deferResetToTrigger(username: string): Promise<void> {
  const request: PasswordResetRequest = { kind: 'passwordReset', userPoolId: readSetting('USER_POOL_ID'), username };
  const { invokeFunction } = await import('./invoke-function.ts');
  await invokeFunction(readSetting('POST_CONFIRMATION_FUNCTION_NAME'), request);
}
