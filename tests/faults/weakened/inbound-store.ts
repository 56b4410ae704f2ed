import { randomUUID } from 'node:crypto'
import { storeArrivals as store, type Arrival } from '../../../core/src/channels/inbound-store.ts'

export * from '../../../core/src/channels/inbound-store.ts'

/** Knows no message again that it has stored before. */
export const storeArrivals: typeof store = (sql, arrivals, settle) => store(sql, arrivals.map(asNew), settle)

const asNew = (arrival: Arrival): Arrival => ({
  ...arrival,
  message: { ...arrival.message, id: randomUUID() as Arrival['message']['id'] },
})
