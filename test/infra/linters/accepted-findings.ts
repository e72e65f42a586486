import type { LinterFinding } from '../../support/linters.ts';

/**
 * A finding of a linter that the project accepts, with the reason. Each linter reads templates or workflows: cfn-lint
 * and checkov read CloudFormation, zizmor reads GitHub Actions. An entry without a finding fails the test.
 */
export interface AcceptedFinding {
  readonly linter: LinterFinding['linter'];
  readonly rule: string;
  /** Matches the type and the logical ID of resources. */
  readonly resource: RegExp;
  readonly reason: string;
}

/** The reason why no resource is encrypted with a KMS key of the account. */
const KMS_KEY_REASON =
  'AWS encrypts it with its own key. A KMS key costs $1 a month and a fee for each request, and adds a key whose ' +
  'deletion would lose the data. Only roles of this stage and operators of the account read it.';

/** Matches the policy of the CDK's function that publishes the pages. */
const CDK_DEPLOYMENT_POLICY = /^AWS::IAM::Policy CustomCDKBucketDeployment/;

/** Pattern of the logical IDs of the CDK's own functions. CloudFormation calls them for custom resources. */
export const CDK_FUNCTION = '(Custom(CDK|S3)|BucketNotificationsHandler)';

/**
 * Pattern of the logical IDs of the functions that S3, EventBridge, other functions, or the table's stream call. They
 * have an on-failure destination, which keeps failed events.
 */
export const EVENT_FUNCTION =
  '(ChangeFeed|FileStored|MediaProcess|ReconcileUploads|AuditLedgers|PurgeOrphans|PostConfirmation|PurgeJob|MalwareScan|SendDepth|CloseSocket)';

/** Findings of cfn-lint and checkov in the templates of all stages. */
export const TEMPLATE_FINDINGS: readonly AcceptedFinding[] = [
  {
    linter: 'cfn-lint',
    rule: 'W3005',
    resource: /^AWS::(Lambda::Function|GuardDuty::MalwareProtectionPlan|Budgets::Budget) /,
    reason:
      'The CDK writes the dependency on a role or topic next to the needed one on its policy. It changes nothing.',
  },

  // Encryption with a KMS key of the account.
  { linter: 'checkov', rule: 'CKV_AWS_27', resource: /^AWS::SQS::Queue /, reason: KMS_KEY_REASON },
  { linter: 'checkov', rule: 'CKV_AWS_119', resource: /^AWS::DynamoDB::Table /, reason: KMS_KEY_REASON },
  { linter: 'checkov', rule: 'CKV_AWS_149', resource: /^AWS::SecretsManager::Secret /, reason: KMS_KEY_REASON },
  { linter: 'checkov', rule: 'CKV_AWS_158', resource: /^AWS::Logs::LogGroup /, reason: KMS_KEY_REASON },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_173',
    resource: /^AWS::Lambda::Function /,
    reason:
      'AWS encrypts variables with its own key. They hold names and settings, and no secrets: functions read those from ' +
      'Secrets Manager, and get the origin secret with each event.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_26',
    resource: /^AWS::SNS::Topic Alarms/,
    reason: "CloudWatch can't publish to a topic with the key alias/aws/sns, and alarms contain no members' data.",
  },

  // Settings of functions: 115 concurrency, 116 a queue for failed events, 117 a VPC.
  {
    linter: 'checkov',
    rule: 'CKV_AWS_115',
    resource: /^AWS::Lambda::Function /,
    reason:
      'A reservation takes instances from all other functions. infra/constructs/reserved-concurrency.ts lists the ' +
      'functions that are worth one, and the setting reservedConcurrency applies it.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_116',
    resource: new RegExp(`^AWS::Lambda::Function ${EVENT_FUNCTION}`),
    reason: 'An on-failure destination keeps failed events with their error. The rule sees only the older setting.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_116',
    resource: /^AWS::Lambda::Function CanaryCheck/,
    reason: 'The next scheduled check replaces a failed one. The alarm CanaryFailed counts failed and missing checks.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_116',
    resource: new RegExp(`^AWS::Lambda::Function ${CDK_FUNCTION}`),
    reason: 'Called only by CloudFormation, whose deployment fails if the function does.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_116',
    resource: new RegExp(`^AWS::Lambda::Function (?!${EVENT_FUNCTION}|CanaryCheck|${CDK_FUNCTION})`),
    reason:
      'Endpoints, routes of sockets, and triggers of the user pool are called synchronously: the caller gets the error.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_117',
    resource: /^AWS::Lambda::Function /,
    reason:
      'Nothing that functions call is in a VPC. A VPC with a firewall could limit outgoing connections, but its NAT ' +
      'gateway and firewall cost money for each hour (docs/security.md, V13.2.4).',
  },

  // Access logs: 18 of buckets, 86 of CloudFront, 95 of API Gateway.
  {
    linter: 'checkov',
    rule: 'CKV_AWS_18',
    resource: /^AWS::S3::Bucket FilesBucket/,
    reason:
      "Access logs would store members' IP addresses. The API logs each request for a download without them, and " +
      'nothing logs how often its URL is used.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_18',
    resource: /^AWS::S3::Bucket Bucket/,
    reason: 'It holds only the published pages, and only CloudFront reads it.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_86',
    resource: /^AWS::CloudFront::Distribution /,
    reason:
      "Access logs would store visitors' IP addresses. The API logs its own requests without them; nothing logs " +
      'requests for pages and pictures.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_95',
    resource: /^AWS::ApiGatewayV2::Stage Sockets/,
    reason:
      'Access logs of a WebSocket API need an account-wide role. Functions log each new socket, each frame, and ' +
      'each failure.',
  },

  // Versions of objects.
  {
    linter: 'checkov',
    rule: 'CKV_AWS_21',
    resource: /^AWS::S3::Bucket FilesBucket/,
    reason:
      'Production keeps deleted and replaced objects for 30 days (ADR 54). Other stages have no data that anyone ' +
      'recovers. It is the setting objectRecoveryDays.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_21',
    resource: /^AWS::S3::Bucket Bucket/,
    reason: 'It holds only the published pages, which every deployment builds from the repository.',
  },

  // Firewalls: 192 rules against attacks on Log4j, 68 a firewall for CloudFront.
  {
    linter: 'checkov',
    rule: 'CKV_AWS_192',
    resource: /^AWS::WAFv2::WebACL /,
    reason: 'Nothing runs Java, whose library Log4j the rule group protects. Each rule costs money every month.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_68',
    resource: /^AWS::CloudFront::Distribution /,
    reason:
      'Production has a firewall by default. Other stages save its price, and a stage outside us-east-1 has none. It is ' +
      'the setting requestsPerFiveMinutesPerAddress.',
  },

  // 174 the TLS version of CloudFront, 111 write access without a resource.
  {
    linter: 'checkov',
    rule: 'CKV_AWS_174',
    resource: /^AWS::CloudFront::Distribution /,
    reason: "Without domainName, CloudFront's own certificate is used, and CloudFront sets the minimum TLS version.",
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_111',
    resource: CDK_DEPLOYMENT_POLICY,
    reason: 'The CDK lets its function create and read invalidations of all distributions.',
  },
];

/** Findings of zizmor in the workflows. */
export const WORKFLOW_FINDINGS: readonly AcceptedFinding[] = [
  {
    linter: 'zizmor',
    rule: 'self-repository',
    resource: /^$/,
    reason: 'actionlint does not know the new form of a path to a workflow of the same repository.',
  },
];

/** Returns the findings without a reason, and the reasons without a finding. Both lists must be empty. */
export function compareFindings(
  findings: readonly LinterFinding[],
  acceptedFindings: readonly AcceptedFinding[],
): { unexplained: readonly string[]; unused: readonly string[] } {
  const explains = ({ linter, rule, resource }: AcceptedFinding, finding: LinterFinding) =>
    finding.linter === linter && finding.rule === rule && resource.test(finding.resource);

  return {
    unexplained: findings
      .filter((finding) => !acceptedFindings.some((acceptedFinding) => explains(acceptedFinding, finding)))
      .map(({ rule, file, resource, message }) => `${rule} ${file} ${resource}: ${message}`),
    unused: acceptedFindings
      .filter((acceptedFinding) => !findings.some((finding) => explains(acceptedFinding, finding)))
      .map(({ rule, resource }) => `${rule} ${resource}`),
  };
}
