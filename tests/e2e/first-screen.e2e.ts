import { socketEvents } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, row, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { takenConversation } from './conversations.ts'

/** What the desk asks for until it stands still, with an empty cache: its files, its texts and its data. */
const mostRequests = 44
const mostOfTexts = 1
/** Time in which nothing more is asked for before the screen counts as standing still. Milliseconds. */
const stillMs = 1_500

/** Everything that a page asks the product for, and when it did so last. */
function watched({ page }: Seat, base: string) {
  const addresses: string[] = []
  const hellos: string[] = []
  let lastAt = performance.now()
  page.on('request', (request) => {
    if (!request.url().startsWith(base)) return
    lastAt = performance.now()
    addresses.push(`${request.method()} ${request.url().slice(base.length)}`)
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string' && payload.includes(socketEvents('').hello)) hellos.push(payload)
    }),
  )
  return { addresses, hellos, isStill: () => hellos.length > 0 && performance.now() - lastAt > stillMs }
}

describe.skipIf(!launch)('the first screen after the sign-in', () => {
  let node: TestApp, browser: Browser

  beforeAll(async () => {
    node = await productForTests()
    await takenConversation(node, 'Beatriz Lima', { user: node.a.user })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  test('asks for little, the texts of all plugins at once, and nothing twice', async () => {
    const ana = await takeSeat(browser)
    const { addresses, hellos, isStill } = watched(ana, node.base)
    await signIn(ana, node.base, node.a.user, '/atendimento')
    await row(ana.page, 'Beatriz Lima').waitFor()
    await seen(isStill).toBe(true)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
    expect(addresses.filter((address) => address.includes('locales/')).length).toBe(mostOfTexts)
    expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(mostRequests)
    expect(hellos.map((hello) => hello.includes('"resync":false'))).toEqual([true])
    await ana.context.close()
  })

  test('shows what happened between its first reading and its socket, without reading again', async () => {
    const ana = await takeSeat(browser)
    const { addresses, hellos } = watched(ana, node.base)
    const admin = await node.signIn(node.a.admin)
    const ticket = await takenConversation(node, 'Caio Prado', { user: node.a.admin })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await ana.page.routeWebSocket(/\/socket\.io\//, async (socket) => {
      await held
      socket.connectToServer()
    })
    await signIn(ana, node.base, node.a.user, '/atendimento')
    await row(ana.page, 'Beatriz Lima').waitFor()
    const readings = () => addresses.filter((address) => address.startsWith('GET /tickets/?')).length
    const before = readings()
    await admin.ok('PUT', `/tickets/${ticket}`, { status: 'open', userId: node.a.user.id })
    expect(await row(ana.page, 'Caio Prado').count()).toBe(0)
    release()
    await row(ana.page, 'Caio Prado').waitFor()
    expect([readings(), hellos.filter((hello) => hello.includes('"resync":true'))]).toEqual([before, []])
    await ana.context.close()
  })
})
