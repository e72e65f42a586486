import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { BundledFunction } from './bundled-function.ts';

/**
 * Mails to members about changes of their account, sent through Amazon SES.
 *
 * A stage without the setting `mailSender` sends none: functions find no `MAIL_SENDER` and skip the mail.
 */
export class NoticeMail {
  readonly #sender: { readonly address: string; readonly identityArn: string } | undefined;

  constructor(scope: Construct, { mailSender: address }: Stage) {
    this.#sender = address === undefined ? undefined : { address, identityArn: buildMailIdentityArn(scope, address) };
  }

  /** Lets a function send mails, if the stage has a sender. */
  allow(fn: BundledFunction): void {
    if (!this.#sender) return;
    fn.setEnvironment('MAIL_SENDER', this.#sender.address);
    fn.allow(['ses:SendEmail'], [this.#sender.identityArn]);
  }
}

/** Returns the ARN of an email address that an operator has verified in Amazon SES, in the stack's region. */
export function buildMailIdentityArn(scope: Construct, address: string): string {
  return Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: address });
}
