import type { InboundNotice, Logger } from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { storable, storableIn } from './clean-event.ts'
import type { Source } from './inbound-source.ts'

/**
 * Publishes what a provider told beside the conversations as the event its plugin declared for it. A notice that does
 * not fit is logged and let go: refusing it would make the provider repeat it together with everything it came with.
 */
export async function publishNotice(
  tx: Tx,
  bus: Pick<EventBus, 'publishChecked'>,
  log: Logger,
  source: Source,
  notice: InboundNotice,
): Promise<void> {
  const data = { ...storableIn(notice.data), connectionId: source.connectionId }
  const fault = source.channel.noticeFault(notice.event, data)
  if (fault !== undefined)
    return log.warn(
      { connection: source.connectionId, event: notice.event, fault },
      'a notice of a provider was let go',
    )
  await bus.publishChecked(tx, {
    tenantId: source.tenantId,
    name: notice.event,
    key: storable(notice.key).slice(0, 200),
    data,
  })
}
