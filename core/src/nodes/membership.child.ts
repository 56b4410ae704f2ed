import { writeSync } from 'node:fs'
import { openDatabase } from '../db/database.ts'
import { Membership } from './membership.ts'

/**
 * A node that a test kills or stops where it stands. It keeps the duty `work` and prints what becomes of it. Arguments:
 * database address, name.
 */
const [url = '', name = ''] = process.argv.slice(2)
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const say = (line: string): void => void writeSync(1, `${line}\n`)
// A node serves and does not end by itself.
setInterval(() => undefined, 60_000)
const db = openDatabase({ url, poolSize: 2 })
const membership = await Membership.join({ pool: db.raw, name, version: '0.0.0', log })
membership.onRemoved(() => say('removed'))
await membership.keep('work', {
  start: async () => say('started'),
  stop: async (lost) => say(lost ? 'lost' : 'stopped'),
})
say('ready')
