import { z } from 'zod';
import { isRunHere, labelOf } from '../template/function-definition.ts';
import type { Resolver } from '../template/template.ts';
import { parsePolicy, type Statement } from './policy.ts';

/** A function, and what its role lets it do. */
export interface FunctionRole {
  readonly functionName: string;
  /** What people call the function. */
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
 * The roles of the template's functions, with the policies that the template gives them.
 *
 * @throws Error naming a function without a role of the template, a managed policy, whose words are not in the
 *   template, or what of a policy is not known
 */
export function functionRoles(resolver: Resolver): FunctionRole[] {
  const policies = resolver
    .ofType('AWS::IAM::Policy')
    .map(({ logicalId, properties }) => ({ logicalId, ...policyProperties.parse(properties) }));
  const roles = resolver.ofType('AWS::IAM::Role');
  return resolver
    .ofType('AWS::Lambda::Function')
    .filter(isRunHere)
    .map((fn) => {
      const { Role } = functionProperties.parse(fn.properties);
      const role = roles.find(({ attributes }) => attributes.Arn === Role);
      if (!role) throw new Error(`${fn.logicalId} has the role ${Role}, which is none of the template.`);
      const { ManagedPolicyArns, Policies } = roleProperties.parse(role.properties);
      if (ManagedPolicyArns.length > 0) {
        throw new Error(`${role.logicalId} has the managed policy ${ManagedPolicyArns[0]}, which cannot be read here.`);
      }
      const documents = [
        ...Policies.map(({ PolicyDocument }) => ({ logicalId: role.logicalId, PolicyDocument })),
        ...policies.filter(({ Roles }) => Roles.includes(role.ref)),
      ];
      return {
        functionName: fn.ref,
        label: labelOf(fn),
        roleName: role.ref,
        statements: documents.flatMap(({ logicalId, PolicyDocument }) => parsePolicy(PolicyDocument, logicalId)),
      };
    });
}
