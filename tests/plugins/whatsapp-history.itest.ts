import { randomInt, randomUUID } from 'node:crypto'
import type { Connection, ConnectionTask, ContactPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Group } from '../../plugins/whatsapp/simulator/group.ts'
import { encryptMedia } from '../../plugins/whatsapp/simulator/media.ts'
import { pastOf, type PastMessage } from '../../plugins/whatsapp/simulator/past.ts'
import type { Person as Customer } from '../../plugins/whatsapp/simulator/person.ts'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type NumberSide, type WhatsappWorld } from './whatsapp.rig.ts'

const day = 86_400_000
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const ago = (days: number): Date => new Date(Date.now() - days * day)

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

const somebody = (): Customer =>
  world.simulator.person(`Rui ${randomUUID().slice(0, 8)}`, `55119${randomInt(10 ** 7, 10 ** 8)}`)
const text = (words: string) => ({ conversation: words })

/** A number whose phone has said all this before it is linked. */
async function numberWith(said: readonly PastMessage[], perPiece?: number): Promise<NumberSide> {
  const side = await world.number(world.mine.admin)
  side.account.past = pastOf(side.account, said, perPiece)
  await side.scan()
  return side
}

async function imported(side: NumberSide, input: object = {}): Promise<ConnectionTask> {
  await side.admin.ok('POST', `/whatsapp/${side.connection.id}/import`, { since: ago(30), until: ago(0), ...input })
  const { import: task } = await side.reaches(
    (connection: Connection) => connection.import !== undefined && connection.import?.state !== 'running',
  )
  return task!
}
