import type { Findings } from './findings.ts'
import type { Holders } from './holders.ts'
import { within, type Loss } from './observer.ts'
import type { Sends } from './sends.ts'
import type { Testimonies } from './testimonies.ts'

const patienceMs = 40_000

/** Milliseconds from the loss of a node; absent of what it did not have. */
export type Times = Pick<Findings, 'sessionsMs' | 'consumersMs' | 'sendsMs'>

/** Waits until others have taken over what a lost node had. @throws Error where that does not come about */
export async function takeover(
  loss: Loss,
  seen: { holders: Holders; sends: Sends; testimonies: Testimonies },
): Promise<Times> {
  const { holders, sends, testimonies } = seen
  const places = holders.placesOf(loss)
  const hadConsumer = testimonies.handler(loss.at) === loss.process
  const [sessionsMs, sendsMs, consumersMs] = await Promise.all([
    places.length > 0 ? since(loss, 'its connections', () => holders.areTaken(places)) : undefined,
    places.length > 0 ? since(loss, 'its sends', () => sends.areSettled(places)) : undefined,
    hadConsumer ? since(loss, 'its consumer', () => testimonies.handler() !== loss.process) : undefined,
  ])
  return { ...(sessionsMs && { sessionsMs }), ...(consumersMs && { consumersMs }), ...(sendsMs && { sendsMs }) }
}

async function since({ at }: Loss, what: string, look: () => boolean | Promise<boolean>): Promise<number> {
  if (!(await within(patienceMs, look))) throw new Error(`${what} were not taken over within ${patienceMs / 1_000} s`)
  return performance.now() - at
}
