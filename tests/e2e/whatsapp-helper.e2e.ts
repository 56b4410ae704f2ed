import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Connection } from '@recado/contracts'
import { chromium, type BrowserContext, type CDPSession, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { Passkey } from '../../plugins/whatsapp/simulator/passkey.ts'
import { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import { eventually, type Person, type TestApp } from '../harness/app.ts'
import { chromiumForTests } from '../harness/chromium.ts'
import { journey, openBrowser, productForTests, Seat, seen, signIn, takeSeat } from './browser.ts'
import { look } from './look.ts'
import { startWebPage, type WebPage } from './whatsapp-web-page.ts'

/** The shell of Chromium for tests takes no extensions. */
const launch = await chromiumForTests({ isWhole: true })

/** The passkey of an account is confirmed with the helper, which the guided page offers, in a browser that has it. */
describe.skipIf(!launch)('the helper for the passkey of WhatsApp', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-helper-'))
  const helper = join(folder, 'helper')
  const passkey = new Passkey()
  let node: TestApp, simulator: WhatsappSimulator, whatsappPage: WebPage, admin: Person, connection: Connection
  let seat: Seat, withHelper: BrowserContext, whatsapp: Page
  const card = (on = seat): Locator => on.page.getByRole('article', { name: connection.name, exact: true })

  const read = (): Promise<Connection> => admin.ok<Connection>('GET', `/whatsapp/${connection.id}`)

  /** What a browser reads out of a page, parts included into which no script of the page sees. */
  async function readOut(session: CDPSession): Promise<string> {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.map(({ name }) => String(name?.value ?? '')).join('\n')
  }

  /** A sentence of the helper, in the language of the browser. */
  async function sentence(key: string, ...parts: readonly string[]): Promise<string> {
    const [worker] = withHelper.serviceWorkers()
    return worker!.evaluate(
      ([name, filled]) => {
        const { chrome } = globalThis as unknown as {
          chrome: { i18n: { getMessage(key: string, parts: readonly string[]): string } }
        }
        return chrome.i18n.getMessage(name, filled)
      },
      [key, parts] as const,
    )
  }

  beforeAll(async () => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=web.whatsapp.com']
    const files = ['-addext', 'subjectAltName=DNS:web.whatsapp.com', '-keyout', key, '-out', cert]
    execFileSync('openssl', [...request, ...files], { stdio: 'ignore' })
    whatsappPage = await startWebPage({ key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') })
    simulator = await WhatsappSimulator.start()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    admin = await node.signIn(node.a.admin)
    connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: 'Celular da loja',
      type: 'whatsapp',
      config: { server: simulator.url },
    })
    const account = simulator.account('5511999990000')
    Object.assign(account, { asksForPasskey: true, passkey: passkey.publicKey })
    const shown = await eventually(read, ({ qrcode }) => qrcode !== undefined)
    simulator.scan(account, shown.qrcode!)
    await eventually(read, ({ status }) => status === 'passkey')
  })
  afterAll(async () => {
    await withHelper?.close()
    await node?.close()
    await simulator?.close()
    whatsappPage?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  journey()

  test('the guided page offers the helper, made for this address', async () => {
    seat = await takeSeat(await openBrowser())
    await signIn(seat, node.base, node.a.admin, '/configuracoes/canais')
    await card().getByText('Ajudante do navegador').waitFor()
    expect(await card().getByRole('button', { name: 'Confirmar com o ajudante' }).count()).toBe(0)
    const official = card().getByRole('link', { name: 'Conectar pela API oficial' })
    expect(await official.getAttribute('href')).toMatch(/#\/configuracoes\/whatsapp-oficial$/)
    await seat.assertAccessible('how to get the helper')
    await look(seat.page, 'whatsapp-helper-install', [1440, 390])
    const saved = seat.page.waitForEvent('download')
    await card().getByRole('button', { name: 'Baixar o ajudante' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('recado-whatsapp-passkey.zip')
    const zip = await openPromise(await download.path())
    for await (const entry of zip.eachEntry()) {
      const file = join(helper, entry.fileName)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, await buffer(await zip.openReadStreamPromise(entry)))
    }
    const manifest = JSON.parse(readFileSync(join(helper, 'manifest.json'), 'utf8')) as Record<string, unknown>
    expect(manifest['host_permissions']).toEqual(['https://web.whatsapp.com/*', `${node.base}/*`])
    seat.assertClean()
    await seat.leave()
  })

  test('with the helper the passkey is confirmed in two clicks, and the number is connected', async () => {
    withHelper = await chromium.launchPersistentContext('', {
      ...launch,
      locale: 'pt-BR',
      ignoreHTTPSErrors: true,
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [
        ...launch!.args!,
        `--disable-extensions-except=${helper}`,
        `--load-extension=${helper}`,
        `--host-resolver-rules=MAP web.whatsapp.com:443 127.0.0.1:${whatsappPage.port}`,
        '--ignore-certificate-errors',
      ],
    })
    seat = new Seat(withHelper, await withHelper.newPage())
    await signIn(seat, node.base, node.a.admin, '/configuracoes/canais')
    await card().getByRole('button', { name: 'Confirmar com o ajudante' }).waitFor()
    await seat.assertAccessible('the helper is there')
    await look(seat.page, 'whatsapp-helper-there', [1440, 390])
    const opened = withHelper.waitForEvent('page')
    const handing = seat.page
      .waitForResponse((response) => response.url().endsWith('/handover'))
      .then(async (response) => ((await response.json()) as { address: string }).address)
    await card().getByRole('button', { name: 'Confirmar com o ajudante' }).click()
    whatsapp = await opened
    const handedOver = await handing
    await whatsapp.bringToFront()
    const session = await withHelper.newCDPSession(whatsapp)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await session.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        credentialId: Buffer.from(passkey.id, 'base64url').toString('base64'),
        isResidentCredential: true,
        rpId: 'whatsapp.com',
        privateKey: passkey.privateKey,
        userHandle: Buffer.from('conta').toString('base64'),
        signCount: 1,
      },
    })
    const step = whatsapp.locator('recado-passkey-helper')
    await seen(() => step.getAttribute('data-step')).toBe('offer')
    // The token has left the address before the page could read it.
    expect(whatsapp.url()).toBe('https://web.whatsapp.com/')
    expect(await readOut(session)).toContain(await sentence('whose', node.a.name, connection.name))
    await look(whatsapp, 'whatsapp-helper-confirm', [1440, 390])
    await whatsapp.keyboard.press('Enter')
    await seen(() => step.getAttribute('data-step')).toBe('done')
    expect(await readOut(session)).toContain(await sentence('done'))
    // The same request once more, as from the history of the browser.
    await whatsapp.goto('about:blank')
    await whatsapp.goto(handedOver)
    await seen(() => step.getAttribute('data-step')).toBe('refused')
    expect(await readOut(session)).toContain(await sentence('refusedUsed'))
    await seat.page.bringToFront()
    await card().getByRole('status').filter({ hasText: 'Conectado' }).first().waitFor()
    seat.assertClean()
  })
})
