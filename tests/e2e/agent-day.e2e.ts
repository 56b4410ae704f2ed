import type { Ticket, TicketPage } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually, password, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  act,
  composer,
  goTo,
  goToSetting,
  launch,
  navigation,
  networkAway,
  openBrowser,
  pictureFailures,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { fillLogin } from './fill-login.ts'
import { wireTo } from './wire.ts'

/** What agents do all day around the conversations, and what happens to their sessions. */
describe.skipIf(!launch)('an agent’s day', () => {
  let node: TestApp, browser: Browser, ana: Person, seat: Seat
  /** How far the server's clock is ahead, in milliseconds. */
  let ahead = 0

  beforeAll(async () => {
    node = await productForTests({ app: { clock: { now: () => new Date(Date.now() + ahead) } } })
    ana = await node.signIn(node.a.admin)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  beforeEach(async () => {
    ahead = 0
    seat = await takeSeat(browser)
    await seat.readNotices()
  })
  afterEach(async () => {
    await seat.leave()
    seat.assertClean()
  })
  pictureFailures()

  const at = (seat: Seat, path: string) => seat.page.waitForURL((url) => url.hash.split('?')[0] === `#${path}`)
  const customer = async (name: string, text: string): Promise<Ticket> => {
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name } })
    await visitor.say(text)
    const { tickets } = await eventually(
      () => ana.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true'),
      ({ tickets }) => tickets.some((ticket) => ticket.name === name),
    )
    return tickets.find((ticket) => ticket.name === name)!
  }

  test('S2-001 S2-002 S2-003 S2-016 S6-043 S5-027 S5-028 S8-105 signing in: asked for, refused with a sentence, then back to where one wanted to go', async () => {
    const { page } = seat
    seat.expects(/401/)
    await page.goto(`${node.base}/#/atendimento`)
    await seat.assertNoticed('Entre para continuar')
    await at(seat, '/login')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('Preencha este campo.').first().waitFor()
    await fillLogin(page, node.a.user.email, 'Errada123')
    await page.getByRole('alert').getByText('E-mail, telefone ou senha incorretos').waitFor()
    await seat.assertAccessible('refused login')
    await fillLogin(page, ` ${node.a.user.email} `, password)
    await navigation(page).waitFor()
    await at(seat, '/atendimento')
  })

  test('S1-055 S2-008 S9-139 the login speaks four languages, and the one chosen stays', async () => {
    const { page } = seat
    await page.goto(node.base)
    for (const [locale, title] of [
      ['en', 'Sign in to your account'],
      ['es', 'Entra en tu cuenta'],
      ['ru', 'Вход в аккаунт'],
      ['pt-BR', 'Entre na sua conta'],
      ['es', 'Entra en tu cuenta'],
    ] as const) {
      await page.getByRole('combobox').first().selectOption(locale)
      await page.getByRole('heading', { name: title }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
    }
    await page.reload()
    await page.getByRole('heading', { name: 'Entra en tu cuenta' }).waitFor()
  })

  test('S7-016 light and dark are the user’s own choice, wherever they sign in', async () => {
    const { page } = seat
    await signIn(seat, node.base, node.a.user)
    const theme = () => page.locator('html').getAttribute('data-theme')
    expect(await theme()).toBe('light')
    await page.getByRole('button', { name: `Menu de ${node.a.user.name}` }).click()
    await page.getByRole('menuitem', { name: 'Tema' }).press('ArrowRight')
    const kept = page.waitForResponse((response) => response.url().endsWith('/configs') && response.ok())
    await page.getByRole('menuitemradio', { name: 'Escuro' }).click()
    await seen(theme).toBe('dark')
    await kept
    await page.reload()
    await navigation(page).waitFor()
    expect(await theme()).toBe('dark')
    const elsewhere = await takeSeat(browser)
    await signIn(elsewhere, node.base, node.a.user)
    await seat.assertNoticed('Sua conta foi aberta em outro aparelho')
    expect(await elsewhere.page.locator('html').getAttribute('data-theme')).toBe('dark')
    await at(seat, '/login')
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => ['token', 'sessionId', 'userId', 'profile', 'usuario'].includes(key)),
      ),
    ).toEqual([])
    await elsewhere.leave()
    elsewhere.assertClean()
    await node.database.owner`
      update core.user_account set configs = jsonb_set(configs, '{isDark}', 'false') where id = ${node.a.user.id}`
  })

  test('the numbers of the home page move by themselves', async () => {
    const { page } = seat
    await signIn(seat, node.base, node.a.user)
    const count = (name: string) => page.locator(`[data-count=${name}]`).innerText().then(Number)
    const before = { pending: await count('pending'), mine: await count('mine') }
    const ticket = await customer('Bruno Reis', 'Bom dia')
    await seen(() => count('pending')).toBe(before.pending + 1)
    await ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: node.a.user.id })
    await seen(() => count('mine')).toBe(before.mine + 1)
    expect(await count('pending')).toBe(before.pending)
    await ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    await seen(() => count('mine')).toBe(before.mine)
  })

  test('the keyboard reaches everything: palette, list of shortcuts, walking through the tickets', async () => {
    const { page } = seat
    await customer('Carla Nunes', 'Qual o prazo?')
    await customer('Davi Prado', 'Tem na cor azul?')
    await signIn(seat, node.base, node.a.user)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Buscar e comandar' }).waitFor()
    await page.keyboard.type('atendim')
    await seat.assertAccessible('palette')
    await page.keyboard.press('Enter')
    await at(seat, '/atendimento')
    await page.keyboard.press('Control+Slash')
    await page.getByRole('dialog', { name: 'Atalhos de teclado' }).waitFor()
    await seat.assertAccessible('shortcuts')
    await page.keyboard.press('Escape')
    await view(page, 'Fila').click()
    await row(page, 'Davi Prado').waitFor()
    const order = await page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem').allInnerTexts()
    for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key)
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasText: order[0]!.includes('Davi') ? 'Davi Prado' : 'Carla Nunes' })
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasText: order[1]!.includes('Davi') ? 'Davi Prado' : 'Carla Nunes' })
      .waitFor()
    await page.keyboard.press('Escape')
    await at(seat, '/atendimento')
  })

  test('a draft outlives another ticket and a reload', async () => {
    const { page } = seat
    const [one, two] = [await customer('Elisa Mota', 'Oi'), await customer('Fábio Luz', 'Olá')]
    for (const { id } of [one, two]) await ana.ok('PUT', `/tickets/${id}`, { status: 'open', userId: node.a.user.id })
    await signIn(seat, node.base, node.a.user, '/atendimento')
    // The list is as it was left, wherever one signs in.
    await view(page, 'Meus').click()
    await row(page, 'Elisa Mota').click()
    await composer(page).fill('Elisa, já vou ver')
    await row(page, 'Fábio Luz').click()
    await thread(page).getByText('Olá').waitFor()
    expect(await composer(page).inputValue()).toBe('')
    await row(page, 'Elisa Mota').getByText('Elisa, já vou ver').waitFor()
    await row(page, 'Elisa Mota').click()
    await seen(() => composer(page).inputValue()).toBe('Elisa, já vou ver')
    await page.reload()
    await seen(() => composer(page).inputValue()).toBe('Elisa, já vou ver')
  })

  test('S7-070 S9-006 where a proxy refuses websockets, news come by polling', async () => {
    const { page } = seat
    const wire = await wireTo(node.base, { webSockets: false })
    try {
      seat.expects(networkAway)
      await Promise.all([
        page.waitForResponse((response) => response.url().includes('transport=polling') && response.ok()),
        signIn(seat, wire.address, node.a.user, '/atendimento'),
      ])
      await view(page, 'Fila').click()
      await customer('Quirino Alves', 'Vocês abrem hoje?')
      await row(page, 'Quirino Alves').waitFor()
    } finally {
      await page.goto('about:blank')
      await wire.close()
    }
  })

  test('S2-015 S5-029 S5-030 S6-042 what is not there and what is not for agents', async () => {
    const { page } = seat
    await signIn(seat, node.base, node.a.user)
    await page.goto(`${node.base}/#/nada-disso`)
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    await seat.assertAccessible('not found')
    await page.getByRole('button', { name: 'Ir para o início' }).click()
    await at(seat, '/home')
    expect(await navigation(page).getByRole('link', { name: 'Plugins' }).count()).toBe(0)
    await goToSetting(page, 'Canais')
    await at(seat, '/configuracoes/canais')
    await page.goto(`${node.base}/#/configuracoes/plugins`)
    await seat.assertNoticed('Você não tem permissão para isso')
    await at(seat, '/home')
  })

  test('S4-123 S4-124 S8-007 S8-008 S8-009 S9-010 a session that is over: the storage is cleared, a notice, the login after two seconds', async () => {
    const { page } = seat
    seat.expects(networkAway, /401/)
    // Without its socket the page learns of it by the next call.
    await page.route('**/socket.io/**', (route) => route.abort('connectionfailed'))
    await page.routeWebSocket('**/socket.io/**', (socket) => {
      void socket.close()
    })
    await signIn(seat, node.base, node.a.user)
    const [token, sessionid] = await page.evaluate(() => [
      localStorage.getItem('token')!,
      localStorage.getItem('sessionId')!,
    ])
    expect(
      (
        await fetch(`${node.base}/auth/logout/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, sessionid: sessionid! },
        })
      ).status,
    ).toBe(200)
    await goTo(page, 'Atendimento')
    await seat.assertNoticed('Sua sessão terminou')
    const began = Date.now()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await at(seat, '/login')
    expect(Date.now() - began).toBeGreaterThan(1_000)
  })

  test('S4-121 S4-122 S8-010 S8-011 an access token that has expired is renewed once, and nobody notices', async () => {
    const { page } = seat
    seat.expects(/403/)
    await signIn(seat, node.base, node.a.user)
    const renewals: number[] = []
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/auth/refresh_token')) renewals.push(response.status())
      if (response.status() === 403) refused.push(response.url())
    })
    const token = () => page.evaluate(() => localStorage.getItem('token'))
    const before = await token()
    ahead = 11 * 60_000
    await goTo(page, 'Atendimento')
    await view(page, 'Todos').click()
    await row(page, 'Elisa Mota').click()
    await thread(page).getByText('Oi').waitFor()
    expect(refused.length).toBeGreaterThan(0)
    expect(renewals).toEqual([200])
    expect(await token()).not.toBe(before)
    expect(new URL(page.url()).hash).toMatch(/^#\/atendimento\/[\w-]{36}/)
  })

  test('two agents at once: what one takes leaves the other’s queue, and who is not of the queue never sees it', async () => {
    await ana.ok('PUT', `/whatsapp/${node.a.connection}`, { queueId: node.a.sales })
    const [sofia, caio] = [await takeSeat(browser), await takeSeat(browser)]
    const frames: string[] = []
    caio.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
    await Promise.all([
      signIn(seat, node.base, node.a.user, '/atendimento'),
      signIn(sofia, node.base, node.a.supervisor, '/atendimento'),
      signIn(caio, node.base, node.a.colleague, '/atendimento'),
    ])
    for (const { page } of [seat, sofia, caio]) await view(page, 'Fila').click()
    const unqueued = await customer('Gil Torres', 'Alguém aí?')
    expect(unqueued.queueId).toBe(node.a.sales)
    for (const { page } of [seat, sofia]) await row(page, 'Gil Torres').waitFor()
    await row(seat.page, 'Gil Torres').click()
    await act(seat.page, 'Atender')
    await composer(seat.page).waitFor()
    await row(sofia.page, 'Gil Torres').waitFor({ state: 'detached' })
    await view(sofia.page, 'Todos').click()
    await row(sofia.page, 'Gil Torres').getByText(node.a.user.name).waitFor()
    // A later change that Caio does see proves that he had the time to see this one.
    await ana.ok('PUT', `/whatsapp/${node.a.connection}`, { queueId: node.a.support })
    await customer('Hugo Dias', 'Suporte?')
    await row(caio.page, 'Hugo Dias').waitFor()
    expect(await row(caio.page, 'Gil Torres').count()).toBe(0)
    expect(frames.some((frame) => frame.includes('Hugo Dias'))).toBe(true)
    expect(frames.filter((frame) => frame.includes(unqueued.id))).toEqual([])
    caio.expects(/404/)
    await caio.page.goto(`${node.base}/#/atendimento/${unqueued.id}`)
    await caio.page.getByText('Atendimento não encontrado').waitFor()
    for (const other of [sofia, caio]) {
      await other.leave()
      other.assertClean()
    }
    await ana.ok('PUT', `/whatsapp/${node.a.connection}`, { queueId: null })
  })
})
