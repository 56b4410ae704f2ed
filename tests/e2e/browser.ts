import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { LoginResult } from '@recado/contracts'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core'
import { solved } from '../../core/src/access/captcha/solve.rig.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { password, testApp, type TestApp, type TestAppOptions } from '../harness/app.ts'
import { chromiumForTests } from '../harness/chromium.ts'
import type { TestUser } from '../harness/tenants.ts'
import { seriousViolations } from './accessibility.ts'
import { fillLogin } from './fill-login.ts'

/* What the journeys share: a node that serves the built shell, watched pages, and the words of the screens they use. */

/** Launch options, or undefined where there is no browser: `describe.skipIf(!launch)`. */
export const launch = await chromiumForTests()
let shared: Promise<Browser> | undefined
/** The worker's Chromium, which its files use one after the other. Closing it closes what the file opened in it. */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchShared()
  return shared
}

async function launchShared(): Promise<Browser> {
  const browser = await chromium.launch(launch!)
  browser.once('disconnected', () => {
    shared = undefined
  })
  return Object.assign(browser, {
    async close() {
      seats.clear()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
  })
}

const repository = join(import.meta.dirname, '../..')
/** The built shell, for nodes that are not made by {@link productForTests}. */
export const shellDist = join(repository, 'shell/dist')

/** A whole node with the house's plugins and the shell in front of it; the companies' connections are web chats. */
export function productForTests(options: TestAppOptions = {}): Promise<TestApp> {
  if (!existsSync(join(shellDist, 'index.html'))) throw new Error('The shell is not built: run npm run build first')
  return testApp({ channel: 'webchat', ...options, app: { shellDist, ...options.app } })
}

/** On a loaded machine a first screen takes its time; what is waited for comes in moments otherwise. */
const patience = 30_000
/** What is looked at again until it fits. */
export const seen = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: patience })
const desk: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  colorScheme: 'light',
  reducedMotion: 'reduce',
}

/** What a browser says when the network or the server is away. */
export const networkAway = /net::ERR_|WebSocket connection to|(answered|status of) 50[23]/
/**
 * What it says of a socket that is given up while it still connects, as by whoever leaves or reloads a page at that
 * moment.
 */
const givenUp = /WebSocket is closed before the connection is established/

/** One person's browser, with everything it complained about. */
export class Seat {
  readonly page: Page
  readonly context: BrowserContext
  readonly #complaints: string[] = []
  readonly #expected: RegExp[] = []
  readonly #notices: string[] = []

  constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
    page.setDefaultTimeout(patience)
    page.on('pageerror', (error) => this.#complaints.push(`error: ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if ((message.type() === 'error' || message.type() === 'warning') && !givenUp.test(message.text()))
        this.#complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.#complaints.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400)
        this.#complaints.push(`answered ${response.status()}: ${response.request().method()} ${response.url()}`)
    })
  }

  /**
   * Writes down every notice from now on. An error's goes after half a second (S8-185), and nobody may be looking just
   * then.
   */
  async readNotices(): Promise<void> {
    await this.context.exposeFunction('noticed', (text: string) => {
      this.#notices.push(text)
    })
    await this.context.addInitScript(() => {
      const noticed = (globalThis as unknown as { noticed(text: string): void }).noticed
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element && (node.matches('.k-toast') || node.querySelector('.k-toast')))
              noticed(node.textContent)
      }).observe(document, { childList: true, subtree: true })
    })
  }

  /** That a notice with these words came, since the last one that was asked for. */
  async assertNoticed(words: string): Promise<void> {
    await seen(() => this.#notices.some((text) => text.includes(words))).toBe(true)
    this.#notices.splice(0)
  }

  /** What follows from what the journey does on purpose: a refused login, a server that is away. */
  expects(...patterns: readonly RegExp[]): void {
    this.#expected.push(...patterns)
  }

  async leave(): Promise<void> {
    seats.delete(this)
    await this.context.close()
  }

  /** Violations of the content policy are complaints of the console, so a clean one proves that there was none. */
  assertClean(): void {
    expect(this.#complaints.filter((complaint) => !this.#expected.some((pattern) => pattern.test(complaint)))).toEqual(
      [],
    )
  }

  /** Asserts that axe finds nothing serious or critical in what is on the screen, frames included. */
  async assertAccessible(what: string): Promise<void> {
    expect([what, await seriousViolations(this.page)]).toEqual([what, []])
  }
}

/** Taken seats of the file that runs, for the pictures of a failure. */
const seats = new Set<Seat>()
export const pictures = join(repository, 'test-results')

/** A failed test leaves a picture of every browser in test-results/. Call it after the hooks that close browsers. */
export function pictureFailures(afterwards: () => void = () => undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    afterwards()
    const name = task.name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 60)
    await Promise.allSettled(
      [...seats].map(({ page }, index) =>
        page.screenshot({ path: join(pictures, `${name}-${index}.png`), timeout: 5_000 }),
      ),
    )
  })
}

/** The tests are the steps of one journey: after a failed one the others have no ground to stand on and are skipped. */
export function journey(): void {
  let broken = false
  beforeEach(({ skip }) => skip(broken, 'an earlier step of the journey failed'))
  pictureFailures(() => {
    broken = true
  })
}

/** A browser of its own: nothing is shared with another seat, not even storage. */
export async function takeSeat(browser: Browser, options: BrowserContextOptions = {}): Promise<Seat> {
  const context = await browser.newContext({ ...desk, ...options })
  const seat = new Seat(context, await context.newPage())
  seats.add(seat)
  return seat
}

/**
 * Opens a page for somebody who is signed in, and waits for the frame. A fresh browser is given its session without the
 * login screen, which `signing-in.e2e.ts` tests; one that shows the product already signs in there.
 */
export async function signIn(seat: Seat, base: string, user: TestUser, path = '/home'): Promise<void> {
  const isFresh = seat.page.url() === 'about:blank'
  if (isFresh) await giveSession(seat.context, base, user)
  await seat.page.goto(`${base}/#${path}`)
  if (!isFresh) await fillLogin(seat.page, user.email, password)
  await navigation(seat.page).waitFor()
}

/**
 * Signs in by the call, with a solved slider where it is asked for, and keeps the answer as the shell does. The cookie
 * is the browser's own.
 */
async function giveSession(context: BrowserContext, base: string, user: TestUser): Promise<void> {
  const send = (more: object = {}) =>
    context.request.post(`${base}/auth/login/`, { data: { email: user.email, password, ...more } })
  const first = await send()
  const isAsked = ((await first.json()) as { error?: string }).error === 'ERR_CAPTCHA_REQUIRED'
  const answer = isAsked ? await send({ captcha: await solved(base, 'login') }) : first
  if (answer.status() !== 200) throw new Error(`${user.email} could not sign in: ${await answer.text()}`)
  const { token, sessionId, profile, ...person } = (await answer.json()) as LoginResult
  const held = {
    token,
    sessionId,
    profile,
    userId: person.userId,
    usuario: JSON.stringify({ ...person, lgpdAccepted: false }),
  }
  const { cookies } = await context.storageState()
  await context.setStorageState({
    cookies,
    origins: [
      { origin: new URL(base).origin, localStorage: Object.entries(held).map(([name, value]) => ({ name, value })) },
    ],
  })
}

export const navigation = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Navegação principal' }).filter({ visible: true })
export const goTo = (page: Page, entry: string): Promise<void> =>
  navigation(page).getByRole('link', { name: entry, exact: true }).click()
/** Opens a page of the settings by its name in their list. */
export async function goToSetting(page: Page, entry: string): Promise<void> {
  await goTo(page, 'Configurações')
  await page
    .getByRole('navigation', { name: 'Configurações', exact: true })
    .getByRole('link', { name: entry, exact: true })
    .click()
}
/**
 * Lets the confirmation of somebody's session grow older than what is confirmed may be; their page asks who they are
 * from then on.
 */
export async function ageConfirmation(seat: Seat, node: TestApp, user: TestUser): Promise<void> {
  await node.database
    .owner`update core.session set confirmed_at = now() - interval '6 minutes' where user_id = ${user.id}`
  seat.expects(/passkey\/register\/options/, /answered 403/, /status of 403/)
  // The server keeps an answer of up to a second; what it is asked next is read anew.
  await seen(() =>
    seat.page.evaluate(async () => {
      const [token, sessionid] = ['token', 'sessionId'].map((key) => localStorage.getItem(key)!)
      const headers = { authorization: `Bearer ${token}`, sessionid: sessionid!, 'content-type': 'application/json' }
      return (await fetch('/passkey/register/options', { method: 'POST', headers, body: '{}' })).status
    }),
  ).toBe(403)
}
export const notices = (page: Page): Locator => page.getByRole('log').filter({ has: page.locator('.k-toast') })

/**
 * Takes an entry of the menu that opens, by its first letters and Enter. The menu moves its focus a moment after the
 * key, so Enter waits for it.
 */
export async function chooseByLetters(page: Page, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry, exact: true })
  await item.waitFor()
  await seen(() =>
    page
      .getByRole('menu')
      .filter({ has: item })
      .evaluate((menu) => menu.contains(document.activeElement)),
  ).toBe(true)
  const hasFocus = () => item.evaluate((element) => element === document.activeElement)
  // The first letter leads from an entry to the next one that begins with it.
  if (!(await hasFocus())) await page.keyboard.type(entry.split(' ', 1)[0]!)
  await seen(hasFocus).toBe(true)
  await page.keyboard.press('Enter')
}

/* Attendance. */
export const row = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Atendimentos', exact: true }).getByRole('listitem').filter({ hasText: text })
export const view = (page: Page, name: 'Meus' | 'Fila' | 'Todos' | 'Resolvidos'): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) })
export const act = (page: Page, name: 'Atender' | 'Resolver' | 'Reabrir' | 'Devolver à fila'): Promise<void> =>
  page
    .getByRole('region', { name: 'Conversa', exact: true })
    .locator('header')
    .getByRole('button', { name, exact: true })
    .click()
export const thread = (page: Page): Locator => page.getByRole('log', { name: /^Conversa com/ })
export const composer = (page: Page): Locator => page.getByLabel(/^Mensagem para/)
/** As somebody does who turns to this device again. */
export const lookAgain = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
export async function reply(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/* The widget on a company's page. */
export const widget = (page: Page) => page.frameLocator('iframe')
export const widgetComposer = (page: Page): Locator =>
  widget(page).getByRole('textbox', { name: 'Escreva uma mensagem' })
export const widgetThread = (page: Page): Locator => widget(page).getByRole('log')
export async function openWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Abrir o chat' }).click()
  await widgetComposer(page).waitFor()
}
export async function say(page: Page, text: string): Promise<void> {
  await widgetComposer(page).fill(text)
  await widgetComposer(page).press('Enter')
}

export interface Site {
  readonly address: string
  /** The line that the page includes, as the connection's card gives it. */
  include(snippet: string): void
  close(): void
}

/**
 * A company's website: another host and another port than the product, with a policy that allows the widget and nothing
 * more.
 */
export async function companySite(product: string): Promise<Site> {
  let line = ''
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src ${product}; ` +
        `frame-src ${product}`,
    })
    response.end(
      '<!doctype html><html lang="pt-BR"><head><title>Papelaria Aurora</title>' +
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body><main><h1>' +
        `Papelaria Aurora</h1><p>Cadernos, tintas e papéis.</p></main>${line}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    include(snippet) {
      line = snippet
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
