import { describe, expect, it } from 'vitest';
import { notificationEvent, notificationsOf, wants } from './notifications.ts';

const resource = (BucketName: string, prefix: string) => ({
  properties: {
    BucketName,
    NotificationConfiguration: {
      LambdaFunctionConfigurations: [
        {
          Events: ['s3:ObjectCreated:*'],
          LambdaFunctionArn: 'arn:stored',
          Filter: { Key: { FilterRules: [{ Name: 'Prefix', Value: prefix }] } },
        },
      ],
    },
  },
});
const stored = { bucket: 'files', eventName: 'ObjectCreated:Put', key: 'files/a.txt', size: 3, eTag: 'e' };

describe('notifications', () => {
  const [notification] = notificationsOf('files', [resource('other', 'x/'), resource('files', 'files/')]);

  it('are those of the bucket', () => {
    expect(notification).toMatchObject({ functionArn: 'arn:stored', prefix: 'files/', suffix: '' });
  });

  it.each([
    ['an object under the prefix', stored, true],
    ['a copy under the prefix', { ...stored, eventName: 'ObjectCreated:Copy' }, true],
    ['an object elsewhere', { ...stored, key: 'avatars/a.png' }, false],
    ['another event', { ...stored, eventName: 'ObjectRemoved:Delete' }, false],
  ])('know whether they are for %s', (_, event, wanted) => {
    expect(wants(notification!, event)).toBe(wanted);
  });

  it('encode the key as S3 does', () => {
    const event = notificationEvent({ ...stored, key: 'files/ü/my file (1)+.txt' }, 'id');
    expect(event).toMatchObject({ Records: [{ s3: { object: { key: 'files/%C3%BC/my+file+(1)%2B.txt', size: 3 } } }] });
  });
});
