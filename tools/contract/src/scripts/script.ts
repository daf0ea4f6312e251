import type { consumedTopics, PublishedBy } from '@ci/contracts';
import type { InnerService } from '@ci/testing/system';
import type { Contracts } from '../contracts.ts';
import type { Workspace } from '../service-under-test.ts';

/** How one service is brought to show what it does with an example of a topic. */
export interface Consumption {
  /** Brings about what the message is about; gives the id of its call. By default a call that the service has never heard of. */
  readonly before?: (workspace: Workspace, contracts: Contracts) => Promise<string>;
  /** Resolves to something when the effect can be seen; without one the service has nothing to show but that it has handled the message. */
  readonly effect?: (workspace: Workspace, callId: string) => Promise<unknown>;
}

/** What is particular to one service in its contract tests. */
export interface ServiceScript<Service extends InnerService = InnerService> {
  readonly service: Service;
  readonly consumes: Readonly<Record<(typeof consumedTopics)[Service][number], Consumption>>;
  /** Makes it publish one message of each of its topics; gives their keys. */
  readonly publish: (
    workspace: Workspace,
    contracts: Contracts,
  ) => Promise<Readonly<Record<PublishedBy<Service>, string>>>;
  /** What the gateway's expectations are given, by name. */
  readonly states: Readonly<Record<string, State>>;
}

/** Brings a service into a state; gives the ids that requests then name. */
export type State = (workspace: Workspace, contracts: Contracts) => Promise<Readonly<Record<string, string>>>;
