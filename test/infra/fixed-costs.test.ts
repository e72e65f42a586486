/**
 * Compares the fixed monthly costs in test/load/costs/prices.ts, which docs/costs.md shows, with the resources of the
 * template. Each row of these costs names a number, such as "Eight secrets".
 */
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../shared/contract/metrics.ts';
import { FIXED_COSTS } from '../load/costs/prices.ts';
import { synthesize } from '../support/synthesis.ts';
import { findResources, readMetrics } from '../support/template.ts';

const { stacks } = synthesize({ stage: 'prod' });
const listResources = (type: string) => stacks.flatMap(([, template]) => findResources(template, type));

/** Prices in us-east-1 as of November 2026, in dollars a month. */
const PRICE = { alarmMetric: 0.1, dashboard: 3, secret: 0.4, customMetric: 0.3 };

/** The words for numbers in the rows, by number: one dashboard is "a dashboard". */
const WORDS = 'no a two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');

/** Returns the price of the row that contains these words, in dollars a month. Ignores case. */
function findPrice(words: string): number | undefined {
  return FIXED_COSTS.find(([what]) => what.toLowerCase().includes(words))?.[1];
}

describe('the fixed costs of docs/costs.md', () => {
  it('the fixed costs count the alarms and their metrics', () => {
    const alarms = listResources('AWS::CloudWatch::Alarm');
    // An alarm without an expression reads one metric.
    const metricCount = alarms.reduce((sum, alarm) => sum + Math.max(1, readMetrics(alarm).length), 0);

    // The row in prices.ts, such as "31 alarms, which read 58 metrics".
    const row = `${alarms.length} alarms, which read ${metricCount} metrics`;
    expect(findPrice(row), row).toBeCloseTo(metricCount * PRICE.alarmMetric);
  });

  it.each([
    ['dashboard', listResources('AWS::CloudWatch::Dashboard').length, PRICE.dashboard],
    ['secrets', listResources('AWS::SecretsManager::Secret').length, PRICE.secret],
    [
      'custom metrics',
      Object.keys(METRICS).length + listResources('AWS::Logs::MetricFilter').length,
      PRICE.customMetric,
    ],
  ])('the fixed costs count the %s', (name, count, price) => {
    expect(findPrice(`${WORDS[count]} ${name}`), `${count} ${name}`).toBeCloseTo(count * price);
  });
});
