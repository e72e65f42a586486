import { z } from 'zod';
import { getFunctionLabel, isAppFunction } from '../template/function-definition.ts';
import type { Resolver } from '../template/template.ts';
import { parsePolicy, type Statement } from './policy.ts';

/** A function and the policy statements of its role. */
export interface FunctionRole {
  readonly functionName: string;
  /** The function's name in log lines. */
  readonly label: string;
  readonly roleName: string;
  readonly statements: readonly Statement[];
}

const functionProperties = z.object({ Role: z.string() });
const roleProperties = z.object({
  ManagedPolicyArns: z.array(z.string()).default([]),
  Policies: z.array(z.object({ PolicyDocument: z.unknown() })).default([]),
});
const policyProperties = z.object({ PolicyDocument: z.unknown(), Roles: z.array(z.string()) });

/**
 * Returns the roles of the template's functions with their policies.
 *
 * @throws Error if a role is not in the template, has a managed policy, or has an unsupported policy element.
 */
export function readFunctionRoles(resolver: Resolver): FunctionRole[] {
  const policies = resolver
    .ofType('AWS::IAM::Policy')
    .map(({ logicalId, properties }) => ({ logicalId, ...policyProperties.parse(properties) }));
  const roles = resolver.ofType('AWS::IAM::Role');

  return resolver
    .ofType('AWS::Lambda::Function')
    .filter(isAppFunction)
    .map((functionResource) => {
      const { Role: roleArn } = functionProperties.parse(functionResource.properties);
      const role = roles.find(({ attributes }) => attributes.Arn === roleArn);
      if (!role) {
        throw new Error(`${functionResource.logicalId} has the role ${roleArn}, which is not in the template.`);
      }

      const { ManagedPolicyArns, Policies } = roleProperties.parse(role.properties);
      if (ManagedPolicyArns.length > 0) {
        throw new Error(`${role.logicalId} has the managed policy ${ManagedPolicyArns[0]}, which is not supported.`);
      }

      const documents = [
        ...Policies.map(({ PolicyDocument }) => ({ logicalId: role.logicalId, PolicyDocument })),
        ...policies.filter(({ Roles }) => Roles.includes(role.ref)),
      ];

      return {
        functionName: functionResource.ref,
        label: getFunctionLabel(functionResource),
        roleName: role.ref,
        statements: documents.flatMap(({ logicalId, PolicyDocument }) => parsePolicy(PolicyDocument, logicalId)),
      };
    });
}
