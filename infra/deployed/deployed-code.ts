import { SourceMap } from 'node:module';
import {
  type FunctionConfiguration,
  GetFunctionCommand,
  type LambdaClient,
  paginateListFunctions,
} from '@aws-sdk/client-lambda';
import { strFromU8, unzipSync } from 'fflate';
import type { FindSourceMap } from './resolve-stack.ts';

interface CodeDependencies {
  readonly client: LambdaClient;
  /** Downloads a URL. */
  download(url: string): Promise<Uint8Array>;
}

/** The functions of a stage, with the source maps that are deployed with their code. */
export class DeployedCode {
  readonly #stage: string;
  readonly #dependencies: CodeDependencies;
  /** The source maps of functions, by function and version. */
  readonly #finders = new Map<string, Promise<FindSourceMap>>();
  #functions: Promise<readonly FunctionConfiguration[]> | undefined;

  constructor(stage: string, dependencies: CodeDependencies) {
    this.#stage = stage;
    this.#dependencies = dependencies;
  }

  /** Finds a function of the stage by its endpoint, socket route, or trigger, such as `files-list`. */
  async findByService(service: string): Promise<FunctionConfiguration | undefined> {
    const functions = await this.#listFunctions();
    return functions.find(({ Environment }) => Environment?.Variables?.POWERTOOLS_SERVICE_NAME === service);
  }

  /** Finds a function of the stage by its log group. */
  async findByLogGroup(logGroup: string): Promise<FunctionConfiguration | undefined> {
    const functions = await this.#listFunctions();
    return functions.find(({ LoggingConfig }) => LoggingConfig?.LogGroup === logGroup);
  }

  /**
   * Downloads the source maps of a function.
   *
   * @param version - a published version, or `$LATEST`
   */
  loadSourceMaps(functionName: string, version: string): Promise<FindSourceMap> {
    const cacheKey = `${functionName}:${version}`;
    const findSourceMap = this.#finders.get(cacheKey) ?? this.#download(functionName, version);
    this.#finders.set(cacheKey, findSourceMap);
    return findSourceMap;
  }

  async #download(FunctionName: string, Qualifier: string): Promise<FindSourceMap> {
    const { client, download } = this.#dependencies;
    const { Code } = await client.send(new GetFunctionCommand({ FunctionName, Qualifier }));
    if (!Code?.Location) throw new Error(`Lambda returned no code of ${FunctionName}.`);

    const files = unzipSync(await download(Code.Location), { filter: ({ name }) => /^[^/]+\.mjs\.map$/.test(name) });
    return createSourceMapFinder((file) => {
      const mapBytes = files[`${file}.map`];
      return mapBytes && strFromU8(mapBytes);
    });
  }

  #listFunctions(): Promise<readonly FunctionConfiguration[]> {
    this.#functions ??= this.#fetchFunctions();
    return this.#functions;
  }

  async #fetchFunctions(): Promise<readonly FunctionConfiguration[]> {
    const functions: FunctionConfiguration[] = [];
    for await (const page of paginateListFunctions({ client: this.#dependencies.client }, {})) {
      functions.push(...(page.Functions ?? []));
    }
    // CloudFormation cuts long names of stacks in the names of functions, but the variable has the whole stage.
    return functions.filter(({ Environment }) => Environment?.Variables?.STAGE === this.#stage);
  }
}

/** Creates a function that finds source maps, and parses each at its first use. `read` returns a file's map as text. */
export function createSourceMapFinder(read: (file: string) => string | undefined): FindSourceMap {
  const maps = new Map<string, SourceMap | undefined>();
  return (file) => {
    if (!maps.has(file)) {
      const json = read(file);
      maps.set(file, json === undefined ? undefined : new SourceMap(JSON.parse(json)));
    }
    return maps.get(file);
  };
}
