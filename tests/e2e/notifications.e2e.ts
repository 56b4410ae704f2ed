import { chromium, type Browser } from 'playwright-core'
import type { TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { chromiumForTests } from '../harness/chromium.ts'
import { journey, notices, productForTests, seen, signIn, takeSeat, thread, type Seat } from './browser.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths, look } from './look.ts'
import { pushService, type PushService } from '../harness/push-service.ts'
import { Visitor } from '../plugins/webchat.rig.ts'

const launch = await chromiumForTests({ isWhole: true })

const weekdays = ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado']
/** A day that is nowhere on earth now, nor ends in the morning: its silence keeps back no notice of this journey. */
const quietDay = (new Date().getUTCDay() + 3) % 7

/** An agent chooses what to be told of, and is told. */
describe.skipIf(!launch)('notifications in the shell', () => {
  let node: TestApp, browser: Browser, agent: Seat, push: PushService
  const choice = async () =>
    (
      await node.database.owner<
        { choice: Record<string, unknown> }[]
      >`select choice from core.notification_choice where user_id = ${node.a.user.id}`
    )[0]?.choice

  beforeAll(async () => {
    push = await pushService()
    node = await productForTests({ app: { egress: push.egress } })
    browser = await chromium.launch(launch)
    agent = await takeSeat(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await push.close()
  })
  journey()

  test('what is chosen takes effect at once and stays', async () => {
    const { page } = agent
    await signIn(agent, node.base, node.a.user)
    await page.getByRole('button', { name: /^Menu de/ }).click()
    await page.getByRole('menuitem', { name: 'Notificações' }).click()
    await page.getByRole('heading', { name: 'Notificações', exact: true }).waitFor()
    await assertFits(agent, 'notifications')
    await page.getByRole('switch', { name: 'Som' }).uncheck()
    await page.getByRole('switch', { name: weekdays[quietDay]! }).check()
    await page.getByLabel(`Silêncio de ${weekdays[quietDay]}: fim`).fill('07:30')
    await page.getByLabel(`Silêncio de ${weekdays[quietDay]}: fim`).blur()
    await seen(choice).toMatchObject({ sound: false, quietHours: { [quietDay]: { from: '18:00', to: '07:30' } } })
    await page.getByRole('button', { name: '1 hora' }).click()
    await page.getByText(/^Sem avisos até/).waitFor()
    await seen(async () => Date.parse(String((await choice())?.['doNotDisturbUntil'])) > Date.now()).toBe(true)
    await agent.assertAccessible('do not disturb')
    await page.getByRole('button', { name: 'Voltar a receber avisos' }).click()
    await page.reload()
    await page.getByRole('switch', { name: weekdays[quietDay]! }).waitFor()
    expect(await page.getByRole('switch', { name: 'Som' }).isChecked()).toBe(false)
    agent.assertClean()
  })

  test('who writes is told on every screen, in the title too, and a click leads to the conversation', async () => {
    const { page } = agent
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Beatriz Lima' } })
    await visitor.say('Vocês abrem aos sábados?')
    await notices(page).getByText('Beatriz Lima: Vocês abrem aos sábados?').waitFor()
    await seen(() => page.title()).toBe('(1) Recado')
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('/icon-unread.svg')
    await agent.assertAccessible('notice')
    await notices(page).getByRole('button', { name: 'Abrir' }).click()
    await thread(page).getByText('Vocês abrem aos sábados?').waitFor()
    await seen(() => page.title()).toBe('Recado')
    // What is before one's eyes is not told.
    await visitor.say('E no feriado?')
    await thread(page).getByText('E no feriado?').waitFor()
    expect(await page.title()).toBe('Recado')
    agent.assertClean()
  })

  test('the bell fills while one works, leads to what it tells of, and is emptied at once', async () => {
    const { page } = agent
    const admin = await node.signIn(node.a.admin)
    const bell = page.getByRole('button', { name: /^Avisos/ }).locator('visible=true')
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending')
    const [ticket] = tickets
    const assign = (userId: string) =>
      admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open', queueId: node.a.sales, userId })
    await page.goto(`${node.base}/#/home`)
    await assign(node.a.user.id)
    await page.getByRole('button', { name: 'Avisos, 1 não lido' }).waitFor()
    await bell.click()
    const told = page.getByRole('button', { name: /atribuiu a você a conversa com Beatriz Lima/ })
    await told.waitFor()
    await agent.assertAccessible('bell')
    await look(page, 'bell', [1440])
    await told.click()
    await thread(page).getByText('E no feriado?').waitFor()
    await page.getByRole('button', { name: 'Avisos', exact: true }).locator('visible=true').waitFor()
    const keys = new Keys(page)
    await atWidths(page, async (width) => {
      await page.goto(`${node.base}/#/home`)
      await assign(node.a.admin.id)
      await assign(node.a.user.id)
      await keys.press(page.getByRole('button', { name: 'Avisos, 1 não lido' }).locator('visible=true'))
      await told.first().waitFor()
      await assertFits(agent, 'the bell', [width])
      await keys.press(page.getByRole('button', { name: 'Marcar tudo como lido' }))
      await page.getByRole('button', { name: 'Marcar como não lido' }).first().waitFor()
      await keys.press(told.first())
      await thread(page).getByText('E no feriado?').waitFor()
      await page.goto(`${node.base}/#/home`)
      await page.getByRole('button', { name: 'Avisos', exact: true }).locator('visible=true').waitFor()
    })
    agent.assertClean()
  })

  test('S7-080 the service worker shows a push, S9-114 until somebody answers it', async () => {
    const { page, context } = agent
    await context.grantPermissions(['notifications'], { origin: node.base })
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    const cdp = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId)
      }),
    )
    await cdp.send('ServiceWorker.enable')
    const ticketId = '0190f3a2-7c1e-7b3d-9a41-1c2d3e4f5a6b'
    const push = {
      origin: node.base,
      registrationId: await registered,
      data: JSON.stringify({
        title: 'Beatriz',
        body: 'Oi',
        icon: '/icon-192.png',
        tag: `ticket-${ticketId}`,
        data: { ticketId, contactId: 'c', userId: 'u' },
      }),
    }
    // A push of the same ticket takes the place of the one before: however often it comes, it is one notice.
    await seen(async () => {
      await cdp.send('ServiceWorker.deliverPushMessage', push)
      return page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, requireInteraction }) => ({
          title,
          body,
          requireInteraction,
        })),
      )
    }).toEqual([{ title: 'Beatriz', body: 'Oi', requireInteraction: true }])
    agent.assertClean()
  })

  test('a press on a push that the server sent asks for its conversation in a new tab', async () => {
    const { page, context } = agent
    const supervisor = await node.signIn(node.a.supervisor)
    await supervisor.ok('PUT', '/notifications/subscription', push.subscribe('supervisor'))
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Iara Melo' } })
    await visitor.say('Vocês abrem no sábado?')
    await seen(() => push.pushed.length).toBe(1)
    const [{ payload }] = push.pushed as [(typeof push.pushed)[0]]
    const { ticketId } = payload.data
    await page.goto(`${node.base}/#/home`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const cdp = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId)
      }),
    )
    await cdp.send('ServiceWorker.enable')
    const delivery = { origin: node.base, registrationId: await registered, data: JSON.stringify(payload) }
    const [worker] = context.serviceWorkers()
    const shown = () =>
      worker!.evaluate(async (tag) => {
        const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
        return (await scope.registration.getNotifications({ tag })).map(({ title, body }) => [title, body])
      }, payload.tag)
    // Where no tab shows the conversation yet, and where one does.
    for (const place of ['#/home', `#/atendimento/${ticketId}`]) {
      await page.goto(`${node.base}/${place}`)
      await seen(async () => {
        await cdp.send('ServiceWorker.deliverPushMessage', delivery)
        return shown()
      }).toEqual([['Iara Melo', 'Vocês abrem no sábado?']])
      const tabs = context.pages().length
      // This Chromium draws no notices that could be pressed: its event is sent to the worker that runs, with the
      // notice that it has shown. A window is opened for people alone, so the page opens what the worker asks for.
      const asked = await worker!.evaluate(async (tag) => {
        const scope = globalThis as unknown as EventTarget & {
          registration: ServiceWorkerRegistration
          clients: { openWindow(url: string): Promise<unknown> }
          NotificationEvent: new (type: string, init: object) => Event
        }
        const [notification] = await scope.registration.getNotifications({ tag })
        return new Promise<string>((resolve) => {
          scope.clients.openWindow = async (url) => resolve(url)
          scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
        })
      }, payload.tag)
      await page.evaluate((url) => void open(url, '_blank'), asked)
      await seen(() => context.pages().length).toBe(tabs + 1)
      const opened = context.pages().at(-1)!
      await thread(opened).getByText('Vocês abrem no sábado?').waitFor()
      expect(new URL(opened.url()).hash).toBe(`#/atendimento/${ticketId}`)
      expect(await shown(), 'the notice has gone').toEqual([])
      expect(new URL(page.url()).hash, 'where one was stays').toBe(place)
      await opened.close()
    }
    const { tickets } = await supervisor.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending')
    await page.goto(`${node.base}/#/atendimento/${tickets.find(({ id }) => id !== ticketId)!.id}`)
    await thread(page).getByText('E no feriado?').waitFor()
    agent.assertClean()
  })

  test('while the server is away, the page says what is the matter, and comes back by itself once asked', async () => {
    const { page, context } = agent
    agent.expects(/./)
    await context.setOffline(true)
    await page.reload().catch(() => undefined)
    await page.getByRole('heading', { name: 'Sem conexão' }).waitFor()
    await agent.assertAccessible('offline')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await thread(page).getByText('E no feriado?').waitFor()
  })
})
