import * as z from 'zod'

/** What the gateway tells of its session, by the names of its events. */
export const tellings = [
  'Connected',
  'Disconnected',
  'LoggedOut',
  'PairSuccess',
  'PairError',
  'QRTimeout',
  'StreamReplaced',
  'ClientOutdated',
  'TemporaryBan',
  'ConnectFailure',
] as const

/** The last thing that was told, as it is remembered until the next. */
export const Told = z.object({ event: z.enum(tellings) })
export type Told = z.output<typeof Told>

/** Where a connection remembers it, and the topic by which its session hears that there is something new. */
export const toldKey = 'told'
export const toldTopic = 'told'
/** Whoever reads it later than this asks the gateway itself. */
export const toldLivesMs = 24 * 3_600_000
