import { chromium, type Browser, type CDPSession, type LaunchOptions, type Page } from 'playwright-core'
import { benchId } from './cluster.ts'
import { credentials } from './companies.ts'

/** What the main thread of a page did in processor time, and what the page holds. Milliseconds, kilobytes. */
export interface PageUse {
  readonly busyMs: number
  readonly nodes: number
  readonly heapKb: number
}

/** One tab of an agent, and what Chromium says of it. */
export class Tab {
  readonly page: Page
  readonly #cdp: CDPSession
  private constructor(page: Page, cdp: CDPSession) {
    this.page = page
    this.#cdp = cdp
  }

  static async of(page: Page): Promise<Tab> {
    const cdp = await page.context().newCDPSession(page)
    // What other work takes of the cores must not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new Tab(page, cdp)
  }

  /** Processor time of the main thread since the page was opened. Milliseconds. */
  async busy(): Promise<number> {
    const { metrics } = await this.#cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  }

  /** After a garbage collection. */
  async use(): Promise<PageUse> {
    await this.#cdp.send('HeapProfiler.collectGarbage')
    const { metrics } = await this.#cdp.send('Performance.getMetrics')
    const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value
    return { busyMs: of('TaskDuration') * 1_000, nodes: of('Nodes'), heapKb: of('JSHeapUsedSize') / 1_024 }
  }

  /** Turns the wheel over a point at so many pixels a second; negative distances go down. Resolves when it stands. */
  async wheel(at: { x: number; y: number }, distance: number, speed: number): Promise<void> {
    await this.page.bringToFront()
    await this.#cdp.send('Input.synthesizeScrollGesture', {
      ...at,
      yDistance: distance,
      speed,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
  }

  /** Lets the page forget every file it has fetched. */
  async forget(): Promise<void> {
    await this.#cdp.send('Network.clearBrowserCache')
  }
}

/**
 * A browser in which administrators of companies are signed in: the session stands where the login would have put it.
 */
export class DeskBrowser {
  readonly #browser: Browser
  readonly #address: string
  private constructor(browser: Browser, address: string) {
    this.#browser = browser
    this.#address = address
  }

  static async launch(launch: LaunchOptions, port: number): Promise<DeskBrowser> {
    return new DeskBrowser(await chromium.launch(launch), `http://127.0.0.1:${port}`)
  }

  /** A tab of the administrator of a company at an address of the shell. */
  async open(tenant: number, path: string): Promise<Tab> {
    const { token, sessionid } = await credentials(tenant, 1)
    const userId = benchId('user', tenant, 1)
    const kept = {
      token,
      sessionId: sessionid,
      userId,
      profile: 'admin',
      'user-locale': 'pt-BR',
      usuario: JSON.stringify({
        username: 'Atendente 1',
        userId,
        tenantId: benchId('tenant', tenant),
        isMaster: false,
        queues: [],
        configs: { filtrosAtendimento: {}, isDark: false, locale: 'pt-BR', density: 'comfortable' },
        image: null,
        email: 'u1@bench.test',
        phoneNumber: null,
        status: 'online',
        isHidden: false,
        lgpdAccepted: true,
      }),
    }
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, kept)
    const page = await context.newPage()
    await page.goto(`${this.#address}/#${path}`)
    return Tab.of(page)
  }

  /** A tab without the product. */
  async bare(html: string): Promise<Tab> {
    const page = await (await this.#browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.setContent(html)
    return Tab.of(page)
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}
