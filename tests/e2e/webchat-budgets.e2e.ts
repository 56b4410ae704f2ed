import type { MessagePage, TicketPage } from '@recado/contracts'
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultVisitorFigures, type VisitorFigures } from '../../core/src/http/visitor-budgets.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { freePort } from '../harness/free-port.ts'
import { seriousViolations } from './accessibility.ts'
import { launch, openBrowser } from './browser.ts'
import { look } from './look.ts'

const hour = 3_600

/** The product's own rules with small figures, so that a person at the keyboard reaches them. */
const figures: VisitorFigures = {
  ...defaultVisitorFigures,
  classes: {
    visitorSession: { calls: { network: { free: 1, points: 100, seconds: hour } } },
    visitorMessage: { calls: { visitor: { free: 2, points: 100, seconds: hour } } },
    visitorUpload: { calls: { visitor: { points: 2, seconds: hour } } },
  },
  streams: { visitor: 2, network: 100, company: 100 },
}

describe.skipIf(!launch)('what a visitor sees of budgets', () => {
  let node: TestApp, ana: Person, browser: Browser, context: BrowserContext, page: Page
  let problems: string[]
  let networks = 0
  /** What the browser says of an answer that is meant to be refused. */
  let expected: RegExp

  beforeAll(async () => {
    const port = await freePort()
    node = await testApp({
      channel: 'webchat',
      app: { port, publicUrl: `http://127.0.0.1:${port}`, visitorFigures: figures },
    })
    await node.database.owner`update core.user_account set is_master = true where id = ${node.a.admin.id}`
    ana = await node.signIn(node.a.admin)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  beforeEach(async () => {
    expected = /$^/
    problems = []
    // Each test comes from a network of its own, as the proxy of the installation would tell.
    context = await browser.newContext({
      locale: 'pt-BR',
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${++networks}` },
    })
    page = await newPage()
  })
  afterEach(async () => {
    await context.close()
    expect(problems.filter((problem) => !expected.test(problem))).toEqual([])
  })

  async function newPage(): Promise<Page> {
    const made = await context.newPage()
    made.setDefaultTimeout(15_000)
    made.on('pageerror', (error) => problems.push(String(error)))
    made.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    return made
  }
  const frameOf = (of: Page): FrameLocator => of.frameLocator('iframe')
  const frame = () => frameOf(page)
  const composer = (of = page) => frameOf(of).getByRole('textbox', { name: 'Escreva uma mensagem' })
  const slider = () => frame().getByRole('slider', { name: 'Arraste até o fim' })
  const open = async (of = page) => {
    await of.goto(`${node.base}/p/webchat/demo?c=${node.a.connection}`)
    await of.getByRole('button', { name: /chat/i }).click()
    await composer(of).waitFor()
  }
  const say = async (text: string, of = page) => {
    await composer(of).fill(text)
    await composer(of).press('Enter')
  }
  const arrived = (text: string) =>
    eventually(
      async () => {
        const { tickets } = await ana.ok<TicketPage>('GET', '/tickets?status[]=pending&status[]=open&showAll=true')
        const pages = await Promise.all(tickets.map(({ id }) => ana.ok<MessagePage>('GET', `/messages/${id}`)))
        return pages.flatMap(({ messages }) => messages).filter(({ body }) => body === text).length
      },
      (times) => times === 1,
    )
  const assertAccessible = async () => {
    expect(await seriousViolations(page)).toEqual([])
  }

  test('who writes like a machine is asked for the slider, solves it by keyboard, and nothing is lost', async () => {
    expected = /status of 403/
    await open()
    for (const text of ['Um', 'Dois', 'Três', 'Quatro']) await say(text)
    await slider().waitFor()
    expect(await frame().getByRole('status').filter({ hasText: 'nada do que você escreveu se perde' }).count()).toBe(1)
    await eventually(
      () => frame().getByText('Aguarda o controle deslizante abaixo').count(),
      (count) => count === 2,
    )
    await composer().fill('Ainda escrevendo')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible()
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await look(page, 'webchat-slider')
    await slider().focus()
    await slider().press('End')
    await slider().waitFor({ state: 'detached' })
    await arrived('Três')
    await arrived('Quatro')
    expect(await composer().inputValue()).toBe('Ainda escrevendo')
    await composer().press('Enter')
    await arrived('Ainda escrevendo')
    expect(await frame().locator('.bubble').allInnerTexts()).toEqual([
      'Um',
      'Dois',
      'Três',
      'Quatro',
      'Ainda escrevendo',
    ])
  })

  test('a solution that is not accepted brings a new slider, and a server that is away another try', async () => {
    expected = /status of (403|503)/
    await open()
    for (const text of ['A', 'B', 'C']) await say(text)
    await slider().waitFor()
    let answers = [
      { status: 403, error: 'ERR_CAPTCHA_INVALID' },
      { status: 503, error: 'ERR_INTERNAL' },
    ]
    await page.route('**/slider', async (route) => {
      const next = route.request().method() === 'POST' ? answers.shift() : undefined
      if (next) await route.fulfill({ status: next.status, json: { error: next.error } })
      else await route.continue()
    })
    await slider().press('End')
    await frame().getByText('Não deu certo.').waitFor()
    expect(await slider().inputValue()).toBe('0')
    await slider().press('End')
    await frame().getByRole('alert').getByText('Não foi possível verificar.').waitFor()
    answers = []
    await frame().getByRole('button', { name: 'Tentar de novo' }).click()
    await slider().waitFor({ state: 'detached' })
    await arrived('C')
  })

  test('a network that begins many conversations solves the slider before the next one', async () => {
    await open()
    await say('Primeira da rede')
    await arrived('Primeira da rede')
    expected = /status of 403/
    await page.evaluate(() => localStorage.clear())
    await open()
    await say('Segunda da rede')
    await slider().fill('100')
    await slider().waitFor({ state: 'detached' })
    await arrived('Segunda da rede')
  })

  test('one file too many stays with the visitor, who is told when it works again', async () => {
    expected = /status of 429/
    await open()
    await frame()
      .locator('input[type=file]')
      .setInputFiles(
        ['um', 'dois', 'três'].map((name) => ({
          name: `${name}.txt`,
          mimeType: 'text/plain',
          buffer: Buffer.from(name),
        })),
      )
    await frame()
      .getByRole('alert')
      .getByText(/Muitas mensagens em pouco tempo\. Volta a funcionar às \d{2}:\d{2}\./)
      .waitFor()
    await say('E um texto')
    await arrived('E um texto')
    expect(await frame().getByText('três.txt').count()).toBe(1)
    await assertAccessible()
    await look(page, 'webchat-file-refused')
    await frame().getByRole('button', { name: 'Descartar' }).click()
    await frame().getByText('três.txt').waitFor({ state: 'detached' })
  })

  test('a company without room says so, and words still go', async () => {
    expected = /status of 413/
    await ana.ok('PUT', `/tenants/${node.a.id}`, { limits: { storage: 0 } })
    await open()
    await frame()
      .locator('input[type=file]')
      .setInputFiles({ name: 'foto.txt', mimeType: 'text/plain', buffer: Buffer.from('foto') })
    await frame()
      .getByRole('alert')
      .getByText('Não é possível receber arquivos agora. Escreva uma mensagem de texto.')
      .waitFor()
    await say('Então escrevo')
    await arrived('Então escrevo')
    await ana.ok('PUT', `/tenants/${node.a.id}`, { limits: { storage: null } })
    await frame().getByRole('button', { name: 'Tentar de novo' }).click()
    await frame()
      .getByRole('link', { name: /foto\.txt/ })
      .waitFor()
  })

  test('of three tabs the oldest rests, and goes on as soon as it is used', async () => {
    await open()
    await say('Aba um')
    await arrived('Aba um')
    const others = [await newPage(), await newPage()]
    for (const other of others) {
      await open(other)
      await frameOf(other).locator('.bubble', { hasText: 'Aba um' }).waitFor()
    }
    await frame().getByText('A conversa continua em outra janela.').waitFor()
    await say('Aba dois', others[1])
    await arrived('Aba dois')
    expect(await frame().locator('.bubble', { hasText: 'Aba dois' }).count()).toBe(0)
    await page.bringToFront()
    await composer().click()
    await frame().locator('.bubble', { hasText: 'Aba dois' }).waitFor()
    await frame().getByText('A conversa continua em outra janela.').waitFor({ state: 'detached' })
    await frameOf(others[0]!).getByText('A conversa continua em outra janela.').waitFor()
  })

  test('without a place for its stream the widget says until when, writes all the same, and comes back', async () => {
    expected = /status of 429/
    let full = true
    await page.route('**/events', (route) =>
      full
        ? route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error: 'ERR_TOO_MANY_STREAMS' } })
        : route.continue(),
    )
    await open()
    await say('Lotado?')
    await arrived('Lotado?')
    await frame()
      .getByText(
        /Muita gente está neste chat agora\. Você pode escrever; as respostas voltam a aparecer por volta das \d{2}:\d{2}\./,
      )
      .waitFor()
    await assertAccessible()
    full = false
    await frame().getByText('Muita gente').waitFor({ state: 'detached' })
    await frame().locator('.bubble', { hasText: 'Lotado?' }).waitFor()
  })
})
