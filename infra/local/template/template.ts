import { z } from 'zod';

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});
export type TemplateResource = z.output<typeof resourceSchema>;

/** The parts of a CloudFormation template that the local cloud reads. */
const templateSchema = z.object({
  Resources: z.record(z.string(), resourceSchema).default({}),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.unknown() }).optional() }))
    .default({}),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown() })).default({}),
});

/** A stack's name and its parsed template. */
export interface Stack {
  readonly name: string;
  readonly template: z.output<typeof templateSchema>;
}

/** The values of `Ref` and `Fn::GetAtt` for a resource. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A resource whose properties contain no intrinsic functions. */
export interface ResolvedResource extends Identity {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: unknown;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface ResolverSettings {
  /** Values of `AWS::Region` and other pseudo parameters. */
  readonly pseudoParameters: Readonly<Record<string, string>>;
  /** Returns the `Ref` and attributes that CloudFormation would assign to a resource. */
  readonly identify: (stack: string, logicalId: string, resource: TemplateResource) => Identity;
}

/** Parses a stack's template. Throws a ZodError if it is invalid. */
export function parseStack(name: string, document: unknown): Stack {
  return { name, template: templateSchema.parse(document) };
}

/**
 * Finds the resources of synthesized stacks, and evaluates CloudFormation's intrinsic functions in their properties:
 * `Ref`, `Fn::GetAtt`, and others. Each `place` in this class is a path in the template, for error messages.
 */
export class Resolver {
  readonly #stacks: ReadonlyMap<string, Stack>;
  readonly #settings: ResolverSettings;
  /** The outputs that other stacks import, by the name of the export. */
  readonly #exports = new Map<string, { stack: Stack; value: unknown }>();

  constructor(stacks: readonly Stack[], settings: ResolverSettings) {
    this.#stacks = new Map(stacks.map((stack) => [stack.name, stack]));
    this.#settings = settings;

    for (const stack of stacks) {
      for (const { Value, Export } of Object.values(stack.template.Outputs)) {
        if (Export) this.#exports.set(String(this.resolve(stack.name, Export.Name)), { stack, value: Value });
      }
    }
  }

  /** Returns all resources of the stacks, with unresolved properties. */
  listResources(): { stack: string; logicalId: string; resource: TemplateResource }[] {
    return [...this.#stacks.values()].flatMap((stack) =>
      Object.entries(stack.template.Resources).map(([logicalId, resource]) => ({
        stack: stack.name,
        logicalId,
        resource,
      })),
    );
  }

  /** Returns the resources of one type, resolved. */
  ofType(type: string): ResolvedResource[] {
    return this.listResources()
      .filter(({ resource }) => resource.Type === type)
      .map(({ stack, logicalId, resource }) => ({
        stack,
        logicalId,
        type,
        ...this.#settings.identify(stack, logicalId, resource),
        properties: this.resolve(stack, resource.Properties, logicalId),
        metadata: resource.Metadata,
      }));
  }

  /**
   * Evaluates all intrinsic functions in a value of a stack.
   *
   * @throws Error with the place of an unsupported function or unknown name.
   */
  resolve(stackName: string, value: unknown, place = 'the template'): unknown {
    const stack = this.#stacks.get(stackName);
    if (!stack) throw new Error(`Unknown stack ${stackName}.`);
    return this.#evaluate(stack, value, `${stackName}.${place}`);
  }

  #evaluate(stack: Stack, value: unknown, place: string): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.#evaluate(stack, item, `${place}[${index}]`));
    if (value === null || typeof value !== 'object') return value;

    const entries = Object.entries(value);
    const [key, argument] = entries[0] ?? [];
    if (entries.length === 1 && key !== undefined && (key === 'Ref' || key.startsWith('Fn::'))) {
      return this.#evaluateIntrinsic(stack, key, argument, place);
    }

    return Object.fromEntries(entries.map(([name, item]) => [name, this.#evaluate(stack, item, `${place}.${name}`)]));
  }

  #evaluateIntrinsic(stack: Stack, name: string, argument: unknown, place: string): unknown {
    const evaluateArgument = () => this.#evaluate(stack, argument, place);

    switch (name) {
      case 'Ref':
        return this.#resolveRef(stack, String(argument), place);

      case 'Fn::GetAtt': {
        const path = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
        const [id = '', ...attribute] = path;
        return this.#getAttribute(stack, id, attribute.join('.'), place);
      }

      case 'Fn::Join': {
        const [separator, parts] = z.tuple([z.string(), z.array(z.unknown())]).parse(evaluateArgument());
        return parts.map(String).join(separator);
      }

      case 'Fn::Select': {
        const [index, list] = z.tuple([z.coerce.number(), z.array(z.unknown())]).parse(evaluateArgument());
        if (!(index in list)) throw new Error(`${place}: Fn::Select reads item ${index} of ${list.length}.`);
        return list[index];
      }

      case 'Fn::Split': {
        const [separator, text] = z.tuple([z.string(), z.string()]).parse(evaluateArgument());
        return text.split(separator);
      }

      case 'Fn::Sub':
        return this.#substitute(stack, argument, place);

      case 'Fn::ImportValue':
        return this.#importValue(String(evaluateArgument()), place);

      default:
        throw new Error(`${place} uses ${name}. Add it to infra/local/template/template.ts.`);
    }
  }

  #resolveRef(stack: Stack, id: string, place: string): unknown {
    const pseudoValue = id === 'AWS::StackName' ? stack.name : this.#settings.pseudoParameters[id];
    if (pseudoValue !== undefined) return pseudoValue;

    const parameter = stack.template.Parameters[id];
    if (parameter) return parameter.Default;

    return this.#identify(stack, id, place).ref;
  }

  #getAttribute(stack: Stack, id: string, attribute: string, place: string): string {
    const value = this.#identify(stack, id, place).attributes[attribute];
    if (value === undefined) {
      throw new Error(`${place} reads ${id}.${attribute}. Add it to infra/local/template/identities.ts.`);
    }
    return value;
  }

  #identify(stack: Stack, id: string, place: string): Identity {
    const resource = stack.template.Resources[id];
    if (!resource) throw new Error(`${place} refers to ${id}, but stack ${stack.name} has no such resource.`);
    return this.#settings.identify(stack.name, id, resource);
  }

  /** Evaluates `Fn::Sub`: replaces `${Name}` and `${Name.Attribute}` in a text, but not `${!Name}`. */
  #substitute(stack: Stack, argument: unknown, place: string): string {
    const [text, variables] = Array.isArray(argument)
      ? [String(argument[0]), z.record(z.string(), z.unknown()).parse(argument[1])]
      : [String(argument), {}];

    return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in variables) return String(this.#evaluate(stack, variables[name], place));

      const [id = '', ...attribute] = name.split('.');
      return attribute.length > 0
        ? this.#getAttribute(stack, id, attribute.join('.'), place)
        : String(this.#resolveRef(stack, name, place));
    });
  }

  #importValue(name: string, place: string): unknown {
    const stackExport = this.#exports.get(name);
    if (!stackExport) throw new Error(`${place} imports ${name}, but no stack exports it.`);
    return this.#evaluate(stackExport.stack, stackExport.value, `export ${name}`);
  }
}
