import type { Endpoint, Request } from '../../../shared/contract/endpoint.ts';
import { createCaller, openSocketFor } from './community.ts';
import type { Services } from './services.ts';

/** One request of an endpoint. `observeRounds` counts its rounds. `I` is the type of its input. */
export interface HttpCase<I = unknown> {
  /** What differs from the endpoint's other cases. */
  readonly label?: string;
  /** Prepares the request. Its own requests are not counted. */
  readonly prepare: (services: Services) => PreparedRequest<I> | Promise<PreparedRequest<I>>;
}

/** A request that is ready to be sent. */
interface PreparedRequest<I> {
  /** The caller's ID; the viewer by default. */
  readonly caller?: string;
  /** The input, or the body of a provider's request. */
  readonly input: I;
  /** Headers of a provider's request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The cases of one endpoint. Providers send a body as text. */
type CasesOf<E> = readonly HttpCase<
  E extends { readonly access: 'provider' } ? string : Request<Extract<E, Endpoint>>
>[];

/** Endpoints without a request in the access matrix. Each needs cases in http-cases.ts. */
type WithoutRow = { readonly resource: 'credentials' | 'provider' };

/** The cases of a capability, by endpoint. */
export type CasesOfCapability<C> = {
  readonly [E in keyof C as C[E] extends WithoutRow ? E : never]: CasesOf<C[E]>;
} & { readonly [E in keyof C]?: CasesOf<C[E]> };

/** Returns a list of one case, in which the viewer sends this input. */
export const buildViewerCase = <I>(input: I) => [{ prepare: () => ({ input }) }];

/** Returns a list of one case, in which another member with an open socket sends an input. */
export const buildMemberCase = <I>(build: (userId: string, email: string) => I | Promise<I>) => [
  {
    prepare: async () => {
      const { userId, email } = await createCaller();
      await openSocketFor(userId);
      return { caller: userId, input: await build(userId, email) };
    },
  },
];
