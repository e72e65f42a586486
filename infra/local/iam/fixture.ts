import type { Terminal } from '../process/terminal.ts';
import { deriveIdentities } from '../template/identities.ts';
import { parseStack, Resolver } from '../template/template.ts';
import { Guard } from './guard.ts';

/** Credentials that allow everything. */
export const rootCredentials = { accessKeyId: 'LOCAL0123456789ABCDEF', secretAccessKey: 'secret' };

/** Policy statements in the CDK's format. */
type Statements = readonly Readonly<Record<string, unknown>>[];

/**
 * Creates a guard for a template of one table, one bucket, and one function, whose role has these policy statements.
 * Collects the guard's warnings.
 */
export function createGuard(statements: Statements, roleProperties: object = {}) {
  const stack = parseStack('app', {
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        },
      },
      Bucket: { Type: 'AWS::S3::Bucket' },
      Role: { Type: 'AWS::IAM::Role', Properties: roleProperties },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          PolicyDocument: { Version: '2012-10-17', Statement: statements },
          Roles: [{ Ref: 'Role' }],
        },
      },
      Function: {
        Type: 'AWS::Lambda::Function',
        Properties: { Runtime: 'nodejs24.x', Role: { 'Fn::GetAtt': ['Role', 'Arn'] } },
        Metadata: { 'aws:cdk:path': 'app/filesview/Function/Resource' },
      },
      // Like a function of the CDK itself, which the guard must skip.
      Helper: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'python3.13', Role: 'arn:elsewhere' } },
    },
  });
  // Nothing listens at this URL: the guard only compares names.
  const resolver = new Resolver([stack], { pseudoParameters: {}, identify: deriveIdentities('http://127.0.0.1:1') });
  const warnings: string[] = [];
  const terminal: Terminal = { info: () => {}, detail: () => {}, warn: (line) => void warnings.push(line) };
  const guard = new Guard(resolver, rootCredentials, terminal);

  return { guard, resolver, warnings, functionCredentials: guard.getFunctionCredentials('app-Function') };
}
