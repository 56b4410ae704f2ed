import type { BoundRoute } from '../http/route.ts'
import { healthRoutes, type NodePhase } from '../operations/health.routes.ts'
import { InstallationLetters } from '../operations/installation-letters.ts'
import { NodeDepartures } from '../operations/node-departures.ts'
import { registerOperationMetrics } from '../operations/operation-metrics.ts'
import { Operations } from '../operations/operations.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { readinessInformation } from '../operations/readiness-information.ts'
import { JobTools } from '../tools/job-tools.ts'
import type { Making } from './app-options.ts'
import {
  BLOBS,
  BUS,
  CLOCK,
  DATABASE,
  DEPARTURES,
  INBOUND,
  METRICS,
  OPERATIONS,
  PLUGINS,
  REALTIME,
  SESSIONS,
} from './tokens.ts'

/** Registers the state of the installation for its operators. */
export function makeOperations({ once, get, nodes }: Making): void {
  once(DEPARTURES, () => new NodeDepartures(nodes, get(CLOCK)))
  once(
    OPERATIONS,
    () =>
      new Operations({
        db: get(DATABASE),
        bus: get(BUS),
        jobs: new JobTools({ db: get(DATABASE) }),
        clock: get(CLOCK),
        node: nodes.name,
        departures: () => get(DEPARTURES).latest(),
        pluginPool: () => get(PLUGINS).pool(),
        filesAreUp: () => get(BLOBS).isUp(),
        usableOf: (asked) => get(PLUGINS).channels.usableOf(asked),
      }),
  )
}

/** Probes and metrics, and the calls of who runs the installation. */
export function operationCalls({ get, nodes }: Making, phase: () => NodePhase): readonly BoundRoute[] {
  const [db, operations, metrics] = [get(DATABASE), get(OPERATIONS), get(METRICS)]
  registerOperationMetrics({ metrics, operations, node: nodes.name, sockets: () => get(REALTIME).sockets() })
  return [
    ...healthRoutes({
      checks: { database: () => db.raw`select 1`, inbound: () => get(INBOUND).check() },
      phase,
      metrics,
      information: readinessInformation({
        operations,
        openSessions: () => get(SESSIONS).openIds().length,
        filesAreUp: () => get(BLOBS).isUp(),
      }),
    }),
    ...operationsRoutes({
      operations,
      letters: new InstallationLetters({ db, dead: get(BUS).dead, clock: get(CLOCK) }),
    }),
  ]
}
