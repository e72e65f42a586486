/**
 * Tests of `npm run secrets`, which stores a stage's keys of Stripe and PayPal in Secrets Manager. No output may
 * repeat a key.
 */
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { loadStage } from '../stage.ts';
import { KEY_NAMES, parseKeyLines, StoredPaymentKeys } from './payment-keys.ts';

const OUTPUTS = { StripeKeysArn: 'arn:stripe', PayPalKeysArn: 'arn:paypal' };
const PRODUCTION = loadStage('prod', { mailSender: 'crew@fathom.example', alarmEmail: 'ops@fathom.example' });

/** Connects to a fake Secrets Manager, whose secrets have the empty fields of the template. */
function connect(stage = PRODUCTION, outputs: Readonly<Record<string, string>> = OUTPUTS) {
  const secrets: Record<string, string> = {
    'arn:stripe': '{"secretKey":"","webhookSecret":"","unused":"x"}',
    'arn:paypal': '{"clientId":"","clientSecret":"","webhookId":"","unused":"x"}',
  };

  const send = async ({ input }: { input: { SecretId: string; SecretString?: string } }) => {
    if (input.SecretString !== undefined) secrets[input.SecretId] = input.SecretString;
    return { SecretString: secrets[input.SecretId] };
  };

  const keys = new StoredPaymentKeys({ send } as unknown as SecretsManagerClient, stage, outputs);
  const read = (arn: string) => JSON.parse(secrets[arn]!) as Record<string, string>;
  return { keys, read };
}

describe('StoredPaymentKeys', () => {
  it('returns which keys are set, and keeps the keys that are not named', async () => {
    const { keys, read } = connect();
    expect([...(await keys.readStatus())]).toEqual(KEY_NAMES.map((name) => [name, false]));

    await keys.store(new Map([['stripe.secretKey', 'sk_live_1']]));
    await keys.store(
      new Map([
        ['stripe.webhookSecret', 'whsec_2'],
        ['paypal.clientId', 'client-3'],
      ]),
    );

    expect(read('arn:stripe')).toEqual({ secretKey: 'sk_live_1', webhookSecret: 'whsec_2' });
    expect(read('arn:paypal')).toEqual({ clientId: 'client-3', clientSecret: '', webhookId: '' });

    const setKeys = [...(await keys.readStatus())].filter(([, isSet]) => isSet).map(([name]) => name);
    expect(setKeys).toEqual(['stripe.secretKey', 'stripe.webhookSecret', 'paypal.clientId']);
  });

  it.each([
    ['stripe.secretKey', 'pk_live_secret', /must begin with/],
    ['stripe.secretKey', 'sk_test_secret', /test key/],
    ['stripe.webhookSecret', 'sk_live_secret', /must begin with/],
    ['paypal.clientSecret', 'two secret words', /spaces/],
    ['paypal.clientSecret', '', /empty/],
    ['paypal.password', 'confidential', /Unknown key "paypal\.password"/],
  ])('stores nothing if %s is "%s", and does not repeat the value', async (name, value, message) => {
    const { keys, read } = connect();
    const values = new Map([
      ['stripe.webhookSecret', 'whsec_1'],
      [name, value],
    ]);

    const error = await keys.store(values).catch((reason) => reason);

    expect(error.message).toMatch(message);
    if (value !== '') expect(error.message.replace(name, '')).not.toContain(value);
    expect(read('arn:stripe').unused).toBe('x');
  });

  it('refuses a live key outside production', async () => {
    const { keys } = connect(loadStage('dev'));
    await expect(keys.store(new Map([['stripe.secretKey', 'rk_live_1']]))).rejects.toThrow(/live key/);
    await keys.store(new Map([['stripe.secretKey', 'sk_test_1']]));
  });

  it('throws if the stage is not deployed', async () => {
    await expect(connect(PRODUCTION, {}).keys.readStatus()).rejects.toThrow("stage prod isn't deployed");
  });
});

describe('parseKeyLines', () => {
  it('reads one key per line', () => {
    const input = '# Stripe\nstripe.secretKey=sk_live_a=b\r\n\n  paypal.clientId = c \n';
    expect([...parseKeyLines(input)]).toEqual([
      ['stripe.secretKey', 'sk_live_a=b'],
      ['paypal.clientId', 'c'],
    ]);
  });

  it('names a wrong line by its number only', () => {
    expect(() => parseKeyLines('\nsk_live_secret')).toThrow(/^Line 2 is not <name>=<value>\.$/);
  });
});
