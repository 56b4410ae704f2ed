import { randomUUID } from 'node:crypto'
import type { PrivacyRequest, TicketPage } from '@recado/contracts'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { streamName } from '../../core/src/bus/stream.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { natsForTests } from '../harness/nats.ts'

const nats = await natsForTests()

describe.runIf(nats !== undefined)('erasing a contact over NATS', () => {
  let world: HookWorld
  let admin: Person
  let connection: NatsConnection
  beforeAll(async () => {
    world = await hookWorld({ natsUrl: nats!.url })
    admin = await world.signIn(world.a.admin)
    connection = await connect({ servers: nats!.url })
  })
  afterAll(async () => {
    await connection.close()
    await world.close()
  })

  /** What the stream holds of a plugin's event of a company, as text. */
  async function carried(tenantId: string, name: string): Promise<string | undefined> {
    const found = await (
      await jetstreamManager(connection)
    ).streams
      .getMessage(streamName, { last_by_subj: `t.${tenantId}.${name}` })
      .catch(() => null)
    return found?.string()
  }

  it('takes what plugins said of them out of the stream too, and nothing of another company', async () => {
    const word = `canary${randomUUID().slice(0, 8)}`
    const name = `hook.said${randomUUID().slice(0, 8)}.v1`
    await world.channel.say(word, 'Oi')
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=200')
    const { contactId } = tickets.find((entry) => entry.name === `Cliente ${word}`)!
    for (const [tenantId, data] of [
      [world.a.id, { contactId, text: word }],
      [world.b.id, { contactId: randomUUID(), text: 'neighbour' }],
    ] as const) {
      await world.database.owner`
        insert into bus.outbox ${world.database.owner({
          tenant_id: tenantId,
          name,
          key: data.contactId,
          data: world.database.owner.json(data),
        })}`
    }
    await eventually(
      async () =>
        (await carried(world.a.id, name))?.includes(word) && (await carried(world.b.id, name))?.includes('neighbour'),
    )

    const request = await admin.ok<PrivacyRequest>('POST', '/privacy/erasures', { contactId, reason: 'request' })
    await eventually(
      () => admin.ok<PrivacyRequest>('GET', `/privacy/requests/${request.id}`),
      ({ state }) => state === 'done',
    )
    expect(await carried(world.a.id, name)).toBeUndefined()
    expect(await carried(world.b.id, name)).toContain('neighbour')
  })
})
