import { coerce, lt } from 'semver'

/** Oldest server that the bus is tested with. */
const oldestVersion = '2.9.10'

/** Consequence of an unusable NATS server: no event is lost. */
const consequence = 'events go by way of the database, and reach the other nodes later'

/** Message about a NATS server of this version; undefined for one that is new enough, or whose version is unknown. */
export function shortcomingOf(version: string | undefined): string | undefined {
  const found = coerce(version)
  return found !== null && lt(found, oldestVersion)
    ? `NATS is of version ${version}, and ${oldestVersion} or newer is needed; ${consequence}`
    : undefined
}

/** Whether a call to JetStream failed because there is none. The library exports no class for it. */
export const meansNoJetStream = (error: unknown): boolean =>
  error instanceof Error && error.name === 'JetStreamNotEnabled'

/** Message about a NATS server, or an account there, that has no JetStream. */
export const noJetStream =
  'NATS has no JetStream for this account (nats-server --jetstream, or jetstream in its configuration); ' + consequence
