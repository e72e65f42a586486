import type { LinterFinding } from '../../support/linters.ts';

/** A finding that stays, and why. A reason that no finding needs fails the test. */
export interface AcceptedFinding {
  readonly linter: LinterFinding['linter'];
  readonly rule: string;
  /** Matches the type and the logical id of resources. */
  readonly resource: RegExp;
  readonly reason: string;
}

/** Why nothing has a KMS key of the account. */
const KMS_KEY =
  'AWS encrypts it with its own key. A KMS key costs $1 a month and a fee for each request, and adds a key whose ' +
  'deletion would lose the data. All readers are roles of this stage.';

const ADDRESSES = "Access logs would store visitors' IP addresses. The API logs each request without them.";

/** The function of the CDK that publishes the pages, which exists only during deployments. */
const CDK_DEPLOYMENT = /^AWS::IAM::Policy CustomCDKBucketDeployment/;

/** Findings of cfn-lint and checkov in the templates of all stages. */
export const TEMPLATE_FINDINGS: readonly AcceptedFinding[] = [
  {
    linter: 'cfn-lint',
    rule: 'W3005',
    resource: /./,
    reason: 'The CDK writes the dependency on a role next to the needed one on its policy. It changes nothing.',
  },

  { linter: 'checkov', rule: 'CKV_AWS_27', resource: /^AWS::SQS::Queue /, reason: KMS_KEY },
  { linter: 'checkov', rule: 'CKV_AWS_119', resource: /^AWS::DynamoDB::Table /, reason: KMS_KEY },
  { linter: 'checkov', rule: 'CKV_AWS_149', resource: /^AWS::SecretsManager::Secret /, reason: KMS_KEY },
  { linter: 'checkov', rule: 'CKV_AWS_158', resource: /^AWS::Logs::LogGroup /, reason: KMS_KEY },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_173',
    resource: /^AWS::Lambda::Function /,
    reason: `${KMS_KEY} Variables hold names and settings. Functions read secrets from Secrets Manager.`,
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_26',
    resource: /^AWS::SNS::Topic Alarms/,
    reason: "CloudWatch can't publish to a topic with the key alias/aws/sns, and alarms contain no members' data.",
  },

  {
    linter: 'checkov',
    rule: 'CKV_AWS_115',
    resource: /^AWS::Lambda::Function /,
    reason:
      'A reservation takes instances from all other functions. Setting reservedConcurrency lists whose it is worth.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_116',
    resource: /^AWS::Lambda::Function /,
    reason:
      'The rule is for asynchronous calls only, and does not see on-failure destinations, which replace its queue.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_117',
    resource: /^AWS::Lambda::Function /,
    reason:
      'Functions call only services of AWS and payment providers. A VPC needs a NAT gateway and protects nothing.',
  },

  { linter: 'checkov', rule: 'CKV_AWS_18', resource: /^AWS::S3::Bucket /, reason: ADDRESSES },
  { linter: 'checkov', rule: 'CKV_AWS_86', resource: /^AWS::CloudFront::Distribution /, reason: ADDRESSES },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_95',
    resource: /^AWS::ApiGatewayV2::Stage Sockets/,
    reason: 'Access logs of a WebSocket API need an account-wide role. Every function logs its frames.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_21',
    resource: /^AWS::S3::Bucket (Files)?Bucket/,
    reason:
      'A deleted file must be gone (docs/product.md), and every key is written once (ADR 27). Pages are rebuilt from ' +
      'the repository.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_192',
    resource: /^AWS::WAFv2::WebACL /,
    reason: 'Nothing runs Java. The rule group costs money for each request.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_68',
    resource: /^AWS::CloudFront::Distribution /,
    reason: 'Stages for development have no firewall, which costs money. It is a setting.',
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_174',
    resource: /^AWS::CloudFront::Distribution /,
    reason: "Without domainName, CloudFront's own certificate is used, and CloudFront sets the minimum TLS version.",
  },
  {
    linter: 'checkov',
    rule: 'CKV_AWS_111',
    resource: CDK_DEPLOYMENT,
    reason: 'The CDK grants its function cloudfront:CreateInvalidation on all distributions.',
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

/** Returns the findings without a reason, and the reasons without a finding. Both must be empty. */
export function compareFindings(
  findings: readonly LinterFinding[],
  accepted: readonly AcceptedFinding[],
): { unexplained: readonly string[]; unused: readonly string[] } {
  const explains = ({ linter, rule, resource }: AcceptedFinding, finding: LinterFinding) =>
    finding.linter === linter && finding.rule === rule && resource.test(finding.resource);
  return {
    unexplained: findings
      .filter((finding) => !accepted.some((each) => explains(each, finding)))
      .map(({ rule, file, resource, message }) => `${rule} ${file} ${resource}: ${message}`),
    unused: accepted
      .filter((each) => !findings.some((finding) => explains(each, finding)))
      .map(({ rule, resource }) => `${rule} ${resource}`),
  };
}
