import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';

const filterRulesSchema = z.array(z.object({ Name: z.string().toLowerCase(), Value: z.string() }));

/** The properties of `Custom::S3BucketNotifications`. */
const notificationSchema = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.object({
    LambdaFunctionConfigurations: z
      .array(
        z.object({
          Id: z.string().default('notification'),
          Events: z.array(z.string()),
          LambdaFunctionArn: z.string(),
          Filter: z.object({ Key: z.object({ FilterRules: filterRulesSchema }) }).optional(),
        }),
      )
      .default([]),
  }),
});

/** The events of a bucket that invoke a function. */
type Notification = ReturnType<typeof findNotifications>[number];

/** A change of an object. */
export interface ObjectEvent {
  readonly bucket: string;
  /** The event's name without S3's prefix, such as `ObjectCreated:Put`. */
  readonly eventName: string;
  readonly key: string;
  readonly size: number;
  readonly eTag: string;
}

/** Invokes the functions that the notification resources of the template name for an event. */
export function sendNotifications(
  event: ObjectEvent,
  resources: readonly { properties: unknown }[],
  invokeAsync: (functionArn: string, event: unknown) => void,
): void {
  for (const notification of findNotifications(event.bucket, resources)) {
    if (matchesEvent(notification, event)) {
      invokeAsync(notification.functionArn, buildNotificationEvent(event, notification.id));
    }
  }
}

/** Returns the notifications of one bucket, from all notification resources of the template. */
export function findNotifications(bucket: string, resources: readonly { properties: unknown }[]) {
  return resources
    .map(({ properties }) => notificationSchema.parse(properties))
    .filter(({ BucketName }) => BucketName === bucket)
    .flatMap(({ NotificationConfiguration }) => NotificationConfiguration.LambdaFunctionConfigurations)
    .map(({ Id: id, Events: events, LambdaFunctionArn: functionArn, Filter }) => {
      const findRule = (name: string) =>
        Filter?.Key.FilterRules.find((candidate) => candidate.Name === name)?.Value ?? '';
      return { functionArn, id, events, prefix: findRule('prefix'), suffix: findRule('suffix') };
    });
}

/** Returns whether a notification applies to an event. */
export function matchesEvent({ events, prefix, suffix }: Notification, { eventName, key }: ObjectEvent): boolean {
  const isListed = events.some((pattern) =>
    pattern.endsWith('*') ? `s3:${eventName}`.startsWith(pattern.slice(0, -1)) : pattern === `s3:${eventName}`,
  );
  return isListed && key.startsWith(prefix) && key.endsWith(suffix);
}

/** Builds the event that S3 sends. The key in the event is form-encoded: spaces become plus signs. */
export function buildNotificationEvent({ bucket, key, eventName, size, eTag }: ObjectEvent, id: string): unknown {
  const encodedKey = encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
  const sequencer = Date.now().toString(16).toUpperCase().padStart(16, '0');
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: REGION,
    eventTime: new Date().toISOString(),
    eventName,
    userIdentity: { principalId: `AWS:${ACCOUNT_ID}` },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: {
      'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
      'x-amz-id-2': randomBytes(32).toString('base64'),
    },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: id,
      bucket: { name: bucket, ownerIdentity: { principalId: ACCOUNT_ID }, arn: `arn:aws:s3:::${bucket}` },
      object: { key: encodedKey, size, eTag, sequencer },
    },
  };

  return { Records: [record] };
}
