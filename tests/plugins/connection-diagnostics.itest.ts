import type { Connection, ConnectionDiagnostics } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type WhatsappWorld } from './whatsapp.rig.ts'

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

const reportOf = (side: WhatsappWorld['mine']) =>
  side.admin.ok<ConnectionDiagnostics>('GET', `/whatsapp/${side.connection.id}/diagnostics`)

describe('the report of a connection', () => {
  it('tells how it stands and what its session says', async () => {
    const { mine } = world
    const report = await reportOf(mine)
    expect(report).toMatchObject({
      channel: { type: 'whatsapp', plugin: 'whatsapp', transport: 'socket' },
      connection: { id: mine.connection.id, status: 'connected', isActive: true, isHeld: true },
      waiting: { count: 0, since: null },
      session: { isOpen: true, isLinked: true, isSimulated: true, lastOpenedAt: expect.any(String) as unknown },
    })
    expect(report.settings).toContainEqual({ name: 'server', isSet: true })
    expect(report.settings).toContainEqual({ name: 'proxy', isSet: false })
    expect(report.session).toHaveProperty('webVersion', expect.stringMatching(/^2\.3000\.\d+$/))
  })

  it('holds nothing by which people are known, no contents, no keys and no values of settings', async () => {
    const { mine, simulator } = world
    const phone = simulator.phone(simulator.person('Marina Diagnóstica', '5511977776666'), mine.account)
    phone.say('segredo da conversa 4711')
    await mine.ticket('Marina Diagnóstica')
    const text = JSON.stringify(await reportOf(mine))
    const { name, number } = await mine.read()
    for (const kept of ['Marina', '77776666', 'segredo', '4711', simulator.url, name, number!.replace('+', '')])
      expect(text).not.toContain(kept)
  })

  it('names what needed somebody, and what the session says is missing while nobody answers', async () => {
    const { mine, admin, reaches } = await another()
    expect(mine.session).toMatchObject({ isOpen: false, isLinked: false })
    expect(mine.states).toContainEqual(expect.objectContaining({ reason: 'login', to: 'qrcode' }))
    await admin.ok('DELETE', `/whatsappsession/${mine.connection.id}`)
    await reaches(({ status }) => status === 'inactive')
    const report = await admin.ok<ConnectionDiagnostics>('GET', `/whatsapp/${mine.connection.id}/diagnostics`)
    expect(report).toMatchObject({ connection: { isActive: false }, session: null })
  })

  it('is there for those alone who manage the channels of that company', async () => {
    const { mine, theirs } = world
    expect(await theirs.admin.refused('GET', `/whatsapp/${mine.connection.id}/diagnostics`)).toBe(
      '404 ERR_NO_WAPP_FOUND',
    )
    const agent = await world.signIn(world.a.user)
    expect(await agent.refused('GET', `/whatsapp/${mine.connection.id}/diagnostics`)).toBe('403 ERR_NO_PERMISSION')
  })
})

/** A number that waits for its code to be scanned, and its report. */
async function another() {
  const { admin } = world.mine
  const side = await world.number(admin)
  await side.reaches(({ status }) => status === 'qrcode')
  const mine = await eventually(
    () => reportOf(side),
    ({ session, states }) => session !== null && states.length > 0,
  )
  return { mine, admin, reaches: (fits: (connection: Connection) => boolean) => side.reaches(fits) }
}
