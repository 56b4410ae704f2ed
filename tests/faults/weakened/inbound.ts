import { setTimeout as delay } from 'node:timers/promises'
import { createInbound as create, type InboundDeps } from '../../../core/src/channels/inbound.ts'

export * from '../../../core/src/channels/inbound.ts'

const laterMs = 300

/** Accepts messages before they are stored. */
export function createInbound(deps: InboundDeps): ReturnType<typeof create> {
  const inbound = create(deps)
  const later = async (...given: Parameters<typeof inbound.accept>): Promise<void> => {
    await delay(laterMs)
    await inbound.accept(...given)
  }
  return { ...inbound, accept: async (...given) => void later(...given).catch(() => undefined) }
}
