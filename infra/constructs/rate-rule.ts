import type * as wafv2 from 'aws-cdk-lib/aws-wafv2';

/** Length of the window in which AWS WAF counts the requests of an address. */
export const WINDOW_SECONDS = 300;

interface RateRule {
  readonly name: string;
  /** Requests per address in {@link WINDOW_SECONDS}. */
  readonly limit: number;
  /** Counts only matching requests; all by default. */
  readonly scopeDownStatement?: wafv2.CfnWebACL.StatementProperty;
  /** The response to blocked requests; the service's own by default. */
  readonly customResponse?: wafv2.CfnWebACL.CustomResponseProperty;
}

/**
 * Builds rules that block addresses above a limit. List lower limits first: later rules don't count a blocked request.
 */
export function buildRateRules(rules: readonly RateRule[]): wafv2.CfnWebACL.RuleProperty[] {
  return rules.map(({ name, limit, scopeDownStatement, customResponse }, priority) => ({
    name,
    priority,
    statement: {
      rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_SECONDS, limit, scopeDownStatement },
    },
    action: { block: { customResponse } },
    visibilityConfig: buildVisibilityConfig(name),
  }));
}

/** A firewall: in front of the site, or of the user pool. */
export type FirewallName = 'site' | 'members';

/**
 * Returns the name of a firewall in its metrics.
 *
 * The name contains the stage, because AWS WAF has no other dimension that distinguishes the stages of an account.
 */
export function formatFirewallMetricName(stageName: string, firewall: FirewallName): string {
  return `fathom-${stageName}-${firewall}`;
}

/** Returns settings that publish metrics, but store no sampled requests, which contain visitors' IP addresses. */
export function buildVisibilityConfig(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

/** Matches requests in which a field has exactly one of these values. */
export function buildFieldMatch(
  fieldToMatch: wafv2.CfnWebACL.FieldToMatchProperty,
  values: readonly string[],
  transformation: 'URL_DECODE' | 'NONE',
): wafv2.CfnWebACL.StatementProperty {
  const statements = values.map((searchString) => ({
    byteMatchStatement: {
      searchString,
      positionalConstraint: 'EXACTLY',
      fieldToMatch,
      textTransformations: [{ priority: 0, type: transformation }],
    },
  }));

  // AWS WAF rejects an OR of a single statement.
  return statements.length === 1 ? statements[0]! : { orStatement: { statements } };
}
