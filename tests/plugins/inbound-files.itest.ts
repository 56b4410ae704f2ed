import { randomInt, randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type WhatsappWorld } from './whatsapp.rig.ts'

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

const limit = 100_000_000
/** A machine that is busy elsewhere takes its time for so much. */
const withinMs = 100_000
const pdf = Buffer.from('%PDF-1.4\n')
const zip = Buffer.from('504b0304140000000800', 'hex')

async function talking() {
  const name = `Ana ${randomUUID().slice(0, 8)}`
  const ana = world.simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`)
  const phone = world.simulator.phone(ana, world.mine.account)
  phone.say('Oi')
  return { phone, ticket: await world.mine.open(await world.mine.ticket(name)) }
}
const fileOf = (message: Message) =>
  message.parts[0] as Extract<Message['parts'][0], { kind: 'media' | 'pendingMedia' }>
const arrived = async (ticket: Ticket) =>
  fileOf(await world.mine.last(ticket, ({ parts: [part] }) => part?.kind === 'media'))
const refused = (ticket: Ticket) =>
  eventually(
    async () => fileOf((await world.mine.messages(ticket)).at(-1)!),
    (part) => part.kind === 'pendingMedia' && part.state === 'unavailable',
    withinMs,
  )

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** How far memory in use grows beyond what it was while something happens, in bytes: the process, and its buffers. */
async function growth(work: () => Promise<unknown>): Promise<{ readonly rss: number; readonly buffers: number }> {
  const used = () => {
    // Buffers are given back beside the program; the second one waits for what the first one found.
    collect()
    collect()
    const { rss, arrayBuffers } = process.memoryUsage()
    return { rss, arrayBuffers }
  }
  const before = used()
  let [rss, buffers] = [0, 0]
  const watch = setInterval(() => {
    const now = used()
    rss = Math.max(rss, now.rss - before.rss)
    buffers = Math.max(buffers, now.arrayBuffers - before.arrayBuffers)
  }, 1_000)
  await work().finally(() => clearInterval(watch))
  return { rss, buffers }
}

describe('a file that arrives', () => {
  it('of 100 MB is stored as it comes: memory does not grow with it', { timeout: 110_000 }, async () => {
    const { phone, ticket } = await talking()
    phone.longFile(pdf, 4_000_000, { mime: 'application/pdf' })
    await arrived(ticket)
    const grown = await growth(() => {
      phone.longFile(pdf, limit, { mime: 'application/pdf' })
      return eventually(
        async () => fileOf((await world.mine.messages(ticket)).at(-1)!),
        ({ kind, bytes }) => kind === 'media' && bytes === limit,
        withinMs,
      )
    })
    expect(grown.rss).toBeLessThan(40_000_000)
    expect(grown.buffers).toBeLessThan(20_000_000)
  })

  it('is shown while it is fetched, and fetched again after its line broke', { timeout: 30_000 }, async () => {
    const { phone, ticket } = await talking()
    phone.longFile(pdf, 12_000_000, { mime: 'application/pdf', cuts: 1 })
    const waiting = fileOf(await world.mine.last(ticket, ({ parts: [part] }) => part?.kind === 'pendingMedia'))
    expect(waiting).toMatchObject({ kind: 'pendingMedia', state: 'fetching', name: 'arquivo', bytes: 12_000_000 })
    expect(await arrived(ticket)).toMatchObject({ bytes: 12_000_000, mime: 'application/pdf' })
  })

  it('is what its bytes are, whatever type was claimed', async () => {
    const { phone, ticket } = await talking()
    phone.longFile(zip, 300_000, { mime: 'application/pdf' })
    expect(await arrived(ticket)).toMatchObject({ mime: 'application/zip', bytes: 300_000 })
  })

  it(
    'that claims more than 100 MB is not fetched, and one that has more is given up on its way',
    { timeout: 110_000 },
    async () => {
      const { phone, ticket } = await talking()
      phone.longFile(pdf, 1_000, { mime: 'application/pdf', claimed: limit + 1 })
      expect(await refused(ticket)).toMatchObject({ bytes: limit + 1 })
      phone.say('e este')
      await world.mine.last(ticket, ({ body }) => body === 'e este')
      phone.longFile(pdf, limit + 65_536, { mime: 'application/pdf', claimed: 0 })
      expect((await refused(ticket)).bytes).toBeUndefined()
    },
  )
})
