import { writeSync } from 'node:fs'
import { openDatabase } from '../db/database.ts'
import { busOfTest } from './bus.rig.ts'

/**
 * A node that the crash test kills: relay and one consumer that prints `key n` for what it handled. Some tries fail by
 * chance, events with `poison` always. Arguments: database address, NATS address or nothing.
 */
const [url = '', natsUrl] = process.argv.slice(2)
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const db = openDatabase({ url, poolSize: 6 })
const bus = await busOfTest({ db, natsUrl: natsUrl || undefined, log, alone: true })
await bus.subscribe({
  name: 'crash',
  names: ['>'],
  maxAttempts: 5,
  backoffMs: [5, 20],
  async handler(event) {
    const { n, poison } = event.data as { n: number; poison: boolean }
    await new Promise((resolve) => setImmediate(resolve))
    if (poison || Math.random() < 0.02) throw new Error('failed on purpose')
    writeSync(1, `${event.key} ${n}\n`)
  },
})
writeSync(1, 'ready\n')
