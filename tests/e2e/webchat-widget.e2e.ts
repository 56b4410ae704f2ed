import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { seriousViolations } from './accessibility.ts'
import { launch, openBrowser } from './browser.ts'
import { Keys } from './keys.ts'
import { atWidths } from './look.ts'

const widgetFolder = join(import.meta.dirname, '../../plugins/webchat/widget')
const built = (name: string) => readFile(join(widgetFolder, '../dist/ui/widget', name))
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A site of another origin, with a policy of its own that allows the widget and nothing more. */
async function startSite(widgetOrigin: string, connection: string): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; script-src ${widgetOrigin}; frame-src ${widgetOrigin}; require-trusted-types-for ` +
        `'script'; trusted-types 'none'`,
    })
    response.end(
      request.url === '/other'
        ? `<!doctype html><title>Outra</title><iframe src="/"></iframe>`
        : '<!doctype html><html lang="pt-BR"><title>Loja</title><h1>Loja</h1>' +
            `<script async src="${widgetOrigin}/p/webchat/widget.js" data-connection="${connection}"></script>`,
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe.skipIf(!launch)('the widget on a page of another origin', () => {
  let node: TestApp,
    ana: Person,
    site: Awaited<ReturnType<typeof startSite>>,
    browser: Browser,
    context: BrowserContext,
    page: Page
  let problems: string[]

  beforeAll(async () => {
    const { VITEST: _runner, NODE_ENV: _mode, ...env } = process.env
    await promisify(execFile)(process.execPath, [join(widgetFolder, '../node_modules/vite/bin/vite.js'), 'build'], {
      cwd: widgetFolder,
      env,
    })
    node = await testApp({ channel: 'webchat' })
    ana = await node.signIn(node.a.admin)
    site = await startSite(node.base, node.a.connection)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    site?.server.close()
    await node?.close()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' })
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
    problems = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (
        message.type() === 'error' &&
        !/net::ERR_(INTERNET_DISCONNECTED|CONNECTION|EMPTY|INCOMPLETE)/.test(message.text())
      )
        problems.push(message.text())
    })
  })
  afterEach(async () => {
    await context.close()
    expect(problems).toEqual([])
  })

  const frame = () => page.frameLocator('iframe')
  const launcher = () => page.getByRole('button', { name: /chat/i })
  const composer = () => frame().getByRole('textbox', { name: 'Escreva uma mensagem' })
  const bubble = (text: string) => frame().locator('.bubble', { hasText: text })
  const open = async () => {
    await page.goto(site.origin)
    await launcher().click()
    await composer().waitFor()
  }
  const say = async (text: string) => {
    await composer().fill(text)
    await composer().press('Enter')
  }
  const ticketSaying = async (text: string): Promise<Ticket> =>
    (await eventually(
      async () =>
        (await ana.ok<TicketPage>('GET', '/tickets?status[]=pending&status[]=open&showAll=true')).tickets.find(
          (ticket) => ticket.lastMessage === text,
        ),
      (ticket) => ticket !== undefined,
    ))!
  const messagesOf = async (ticket: Ticket): Promise<Message[]> =>
    (await ana.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages
  const answer = async (ticket: Ticket, body: string) => {
    await ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.login.userId })
    await ana.ok('POST', `/messages/${ticket.id}`, { body })
  }

  test('a visitor writes and is answered; a closed widget says what is unread, and reading it is told', async () => {
    await open()
    await say('Vocês abrem no sábado?')
    const ticket = await ticketSaying('Vocês abrem no sábado?')
    await answer(ticket, 'Abrimos das 9 às 13.')
    await bubble('Abrimos das 9 às 13.').waitFor()
    await frame().getByText(`Você está falando com ${node.a.admin.name}`).waitFor()
    await eventually(
      async () => (await messagesOf(ticket)).at(-1)!.status,
      (status) => status === 'read',
    )

    await composer().press('Escape')
    await frame().getByRole('main').waitFor({ state: 'hidden' })
    expect(await launcher().evaluate((button) => button === (button.getRootNode() as ShadowRoot).activeElement)).toBe(
      true,
    )
    await answer(ticket, 'Mais alguma coisa?')
    await page.getByRole('button', { name: /Mensagens não lidas: 1$/ }).waitFor()
    expect((await messagesOf(ticket)).at(-1)!.status).not.toBe('read')
    await launcher().click()
    await bubble('Mais alguma coisa?').waitFor()
    await eventually(
      async () => (await messagesOf(ticket)).at(-1)!.status,
      (status) => status === 'read',
    )
  })

  test('the conversation survives a reload and a restart of the server, each message once', async () => {
    await open()
    await say('Primeira')
    const ticket = await ticketSaying('Primeira')
    await page.reload()
    await launcher().click()
    await bubble('Primeira').waitFor()
    await node.restart()
    ana = await node.signIn(node.a.admin)
    await say('Segunda')
    await ticketSaying('Segunda')
    await answer(ticket, 'Terceira')
    await bubble('Terceira').waitFor()
    expect(await frame().locator('.bubble').allInnerTexts()).toEqual(['Primeira', 'Segunda', 'Terceira'])
    expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual(['Primeira', 'Segunda', 'Terceira'])
  })

  test('what is written without a network waits, over a reload too, and is sent once', async () => {
    await open()
    await say('Com rede')
    const ticket = await ticketSaying('Com rede')
    await context.setOffline(true)
    await say('Sem rede')
    await frame().getByText('Será enviada quando houver conexão').waitFor()
    await context.setOffline(false)
    await page.reload()
    await ticketSaying('Sem rede')
    await launcher().click()
    await bubble('Sem rede').waitFor()
    expect((await messagesOf(ticket)).map(({ body }) => body)).toEqual(['Com rede', 'Sem rede'])
    expect(await frame().locator('.bubble').allInnerTexts()).toEqual(['Com rede', 'Sem rede'])
  })

  test('a picture is sent and shown; a file too large is refused with a sentence and can be discarded', async () => {
    await open()
    await frame().locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: png })
    await frame().getByRole('img', { name: 'foto.png' }).waitFor()
    await frame()
      .locator('input[type=file]')
      .setInputFiles({ name: 'grande.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(10_000_001) })
    await frame().getByText('O arquivo passa de 10 MB.').waitFor()
    await frame().getByRole('button', { name: 'Descartar' }).click()
    expect(await frame().locator('.bubble').count()).toBe(1)
    problems = problems.filter((problem) => !problem.includes('413'))
  })

  const greeting = () => frame().locator('.greeting')

  test('the greeting stays the first message: when the visitor writes, after a reload, and when it is changed', async () => {
    await open()
    await greeting().getByText('Olá! Como podemos ajudar?').waitFor()
    await say('Preciso de ajuda')
    const ticket = await ticketSaying('Preciso de ajuda')
    await answer(ticket, 'Diga!')
    await bubble('Diga!').waitFor()
    const texts = () => frame().locator('.greeting, .bubble').allInnerTexts()
    expect(await texts()).toEqual(['Olá! Como podemos ajudar?', 'Preciso de ajuda', 'Diga!'])
    await ana.ok('PUT', `/whatsapp/${node.a.connection}`, { config: { helpMessage: 'Promoção de hoje!' } })
    await page.reload()
    await launcher().click()
    await bubble('Diga!').waitFor()
    expect(await texts()).toEqual(['Olá! Como podemos ajudar?', 'Preciso de ajuda', 'Diga!'])
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await launcher().click()
    await greeting().getByText('Promoção de hoje!').waitFor()
    await ana.ok('PUT', `/whatsapp/${node.a.connection}`, { config: {} })
  })

  test('the face of who answers stands beside the words, and in the header while they attend', async () => {
    const form = new FormData()
    form.set('file', new File([png], 'eu.png', { type: 'image/png' }))
    await open()
    await say('Quem atende?')
    const ticket = await ticketSaying('Quem atende?')
    await frame().getByText('Responderemos assim que possível').waitFor()
    await ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.login.userId })
    await frame().getByText(`Você está falando com ${node.a.admin.name}`).waitFor()
    const initials = await frame().locator('.header .face').innerText()
    expect(initials).toMatch(/^\p{Lu}{1,2}$/u)
    await ana.ok('PUT', `/users/${ana.login.userId}/image`, form)
    await answer(ticket, 'Sou eu.')
    await bubble('Sou eu.').waitFor()
    const face = frame().locator('article', { hasText: 'Sou eu.' }).locator('.face img')
    await face.waitFor()
    await eventually(
      () => face.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      (drawn) => drawn,
    )
    await ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    await frame().getByText('Responderemos assim que possível').waitFor()
    await ana.ok('DELETE', `/users/${ana.login.userId}/image`)
  })

  /** Asserts that nothing is wider than the chat, and that axe finds nothing serious in it, in light and in dark. */
  const assertFits = async (what: string) => {
    const papers = new Set<string>()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      const [wider, paper] = await frame()
        .locator('html')
        .evaluate((root) => [root.scrollWidth - root.clientWidth, getComputedStyle(root).backgroundColor] as const)
      papers.add(paper)
      const where = `${what}, ${page.viewportSize()!.width} px, ${colorScheme}`
      expect([where, wider, await seriousViolations(page)]).toEqual([where, 0, []])
    }
    expect([what, papers.size]).toEqual([what, 2])
  }

  test('at each width the keys alone open the chat, write, put an emoji where the cursor is, and close it', async () => {
    const keys = new Keys(page)
    const button = frame().getByRole('button', { name: 'Emojis' })
    const picker = frame().getByRole('toolbar', { name: 'Emojis' })
    const emoji = (name: string) => picker.getByRole('button', { name })
    const texts = () => frame().locator('.greeting, .bubble').allInnerTexts()
    await atWidths(page, async (width) => {
      await page.goto(site.origin)
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await keys.press(launcher())
      await greeting().getByText('Olá! Como podemos ajudar?').waitFor()
      await eventually(
        () => keys.on(composer()),
        (isWriting) => isWriting,
      )
      await assertFits('the greeting')
      await page.keyboard.type(`Oi ! ${width}`)
      for (let step = 0; step < ` ${width}`.length + 1; step++) await page.keyboard.press('ArrowLeft')
      await keys.press(button)
      await eventually(
        () => keys.on(emoji('😀')),
        (isThere) => isThere,
      )
      await assertFits('the emojis')
      // Escape closes them and not the chat.
      await page.keyboard.press('Escape')
      await picker.waitFor({ state: 'hidden' })
      expect(await keys.on(button)).toBe(true)
      await page.keyboard.press('Enter')
      await emoji('😀').waitFor()
      for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
      await picker.waitFor({ state: 'hidden' })
      expect([await composer().inputValue(), await keys.on(composer())]).toEqual([`Oi 😎! ${width}`, true])
      await page.keyboard.press('Enter')
      const ticket = await ticketSaying(`Oi 😎! ${width}`)
      await answer(ticket, 'Oi! Tudo bem?')
      await bubble('Oi! Tudo bem?').waitFor()
      expect(await texts()).toEqual(['Olá! Como podemos ajudar?', `Oi 😎! ${width}`, 'Oi! Tudo bem?'])
      await assertFits('the conversation')
      await page.keyboard.press('Escape')
      await frame().getByRole('main').waitFor({ state: 'hidden' })
      await eventually(
        () => keys.on(launcher()),
        (isBack) => isBack,
      )
    })
  })

  test('the button stands in the corner that the company chose', async () => {
    await ana.ok('PUT', `/whatsapp/${node.a.connection}`, { config: { position: 'left' } })
    await page.goto(site.origin)
    expect((await launcher().boundingBox())!.x).toBe(20)
    await ana.ok('PUT', `/whatsapp/${node.a.connection}`, { config: {} })
  })

  test('typing is seen on both sides', async () => {
    await open()
    await say('Olá')
    const ticket = await ticketSaying('Olá')
    await answer(ticket, 'Oi!')
    await bubble('Oi!').waitFor()
    const { socket, next } = await ana.listen()
    await composer().pressSequentially('x')
    expect(await next(`${node.a.id}:typing`)).toMatchObject({ ticketId: ticket.id, mode: 'text' })
    socket.emit(`${node.a.id}:clientTyping`, { ticketId: ticket.id, mode: 'text' })
    await frame().getByText(`${node.a.admin.name} está digitando…`).waitFor()
  })

  test('T-WID1 words of strangers move nothing: neither another window nor another frame is heard', async () => {
    await open()
    await page.evaluate(() => {
      const forged = [
        { mark: 'recado.webchat.1', type: 'unread', count: 7 },
        { mark: 'recado.webchat.1', type: 'state', state: 'stolen' },
        { mark: 'recado.webchat.1', type: 'toggle', open: false },
      ]
      for (const message of forged) postMessage(message, location.origin)
    })
    await say('Ainda aqui')
    await ticketSaying('Ainda aqui')
    expect(await page.evaluate(() => Object.values(localStorage))).toEqual([
      expect.stringMatching(/^\{"outgoing":\[.*"token":"[\w-]{43}"/),
    ])
    expect(await page.getByRole('button', { name: /não lidas/ }).count()).toBe(0)
  })

  test('markup of a visitor and of an agent stays text, and links lead to the web alone', async () => {
    await open()
    await say('<img src=x onerror=document.title=1> https://loja.test/a javascript:alert(1)')
    await bubble('<img src=x').waitFor()
    expect(
      await frame()
        .locator('.bubble a')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])),
    ).toEqual([['https://loja.test/a', 'noopener noreferrer nofollow ugc']])
    expect(await frame().locator('.bubble img').count()).toBe(0)
  })

  test('on a telephone it fills the screen, and signing out forgets the visitor', async () => {
    await page.setViewportSize({ width: 390, height: 700 })
    await open()
    expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 700 })
    await say('Adeus')
    await ticketSaying('Adeus')
    await page.evaluate(() => {
      ;(window as never as { RecadoChat: { shutdown(): void } }).RecadoChat.shutdown()
    })
    expect([await page.locator('iframe').count(), await page.evaluate(() => localStorage.length)]).toEqual([0, 0])
  })

  test('accessible in light and dark: nothing that axe finds serious', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await open()
      await say(`Tudo claro? ${colorScheme}`)
      const ticket = await ticketSaying(`Tudo claro? ${colorScheme}`)
      await answer(ticket, 'Claro.')
      await answer(ticket, 'E escuro.')
      await frame()
        .locator('input[type=file]')
        .setInputFiles([
          { name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('a') },
          { name: 'foto.png', mimeType: 'image/png', buffer: png },
        ])
      await frame().getByRole('link', { name: 'lista.txt' }).waitFor()
      await frame().getByRole('img', { name: 'foto.png' }).waitFor()
      await bubble('E escuro.').waitFor()
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 800 })
        expect([width, await seriousViolations(page)]).toEqual([width, []])
        const wider = () =>
          frame()
            .locator('html')
            .evaluate((root) => root.scrollWidth - root.clientWidth)
        expect([width, await wider()]).toEqual([width, 0])
      }
      await page.evaluate(() => localStorage.clear())
    }
  })

  test('the loader stays below 5 kB and the frame below 40 kB, compressed', async () => {
    const sizes = Object.fromEntries(
      await Promise.all(
        ['loader.js', 'frame.js', 'frame.css'].map(
          async (name) => [name, gzipSync(await built(name), { level: 9 }).length] as const,
        ),
      ),
    )
    expect(sizes['loader.js']).toBeLessThan(5_000)
    expect(sizes['frame.js']! + sizes['frame.css']!).toBeLessThan(40_000)
  })
})
