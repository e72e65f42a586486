import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';

/** What `Custom::S3BucketNotifications` asks for. */
const notificationProperties = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.object({
    LambdaFunctionConfigurations: z
      .array(
        z.object({
          Id: z.string().default('notification'),
          Events: z.array(z.string()),
          LambdaFunctionArn: z.string(),
          Filter: z
            .object({
              Key: z.object({
                FilterRules: z.array(z.object({ Name: z.string().toLowerCase(), Value: z.string() })),
              }),
            })
            .optional(),
        }),
      )
      .default([]),
  }),
});

/** One function that a bucket tells of events. */
export interface Notification {
  readonly functionArn: string;
  readonly id: string;
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

/** What happened to an object. */
export interface StoredObject {
  readonly bucket: string;
  /** Without S3's prefix: `ObjectCreated:Put`. */
  readonly eventName: string;
  readonly key: string;
  readonly size: number;
  readonly eTag: string;
}

/** The notifications of one bucket, from the properties of every such resource. */
export function notificationsOf(bucket: string, resources: readonly { properties: unknown }[]): Notification[] {
  return resources
    .map(({ properties }) => notificationProperties.parse(properties))
    .filter(({ BucketName }) => BucketName === bucket)
    .flatMap(({ NotificationConfiguration }) => NotificationConfiguration.LambdaFunctionConfigurations)
    .map(({ Id, Events, LambdaFunctionArn, Filter }) => {
      const rule = (name: string) => Filter?.Key.FilterRules.find((candidate) => candidate.Name === name)?.Value ?? '';
      return {
        functionArn: LambdaFunctionArn,
        id: Id,
        events: Events,
        prefix: rule('prefix'),
        suffix: rule('suffix'),
      };
    });
}

/** Whether a notification is for this event. */
export function wants({ events, prefix, suffix }: Notification, { eventName, key }: StoredObject): boolean {
  const named = events.some((pattern) =>
    pattern.endsWith('*') ? `s3:${eventName}`.startsWith(pattern.slice(0, -1)) : pattern === `s3:${eventName}`,
  );
  return named && key.startsWith(prefix) && key.endsWith(suffix);
}

/** The event as S3 sends it. Keys in it are encoded as in a form: spaces are plus signs. */
export function notificationEvent(stored: StoredObject, id: string): unknown {
  const key = encodeURIComponent(stored.key).replaceAll('%2F', '/').replaceAll('%20', '+');
  return {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: REGION,
        eventTime: new Date().toISOString(),
        eventName: stored.eventName,
        userIdentity: { principalId: `AWS:${ACCOUNT_ID}` },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: {
          'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
          'x-amz-id-2': randomBytes(32).toString('base64'),
        },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: id,
          bucket: {
            name: stored.bucket,
            ownerIdentity: { principalId: ACCOUNT_ID },
            arn: `arn:aws:s3:::${stored.bucket}`,
          },
          object: {
            key,
            size: stored.size,
            eTag: stored.eTag,
            sequencer: Date.now().toString(16).toUpperCase().padStart(16, '0'),
          },
        },
      },
    ],
  };
}
