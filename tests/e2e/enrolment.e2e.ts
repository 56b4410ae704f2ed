import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, pictures, productForTests, signIn, takeSeat, type Seat } from './browser.ts'
import { fillLogin } from './fill-login.ts'

/** A company begins to require a second factor while people work: they are led to set it up, and back to their work. */
describe.skipIf(!launch)('a required second factor', () => {
  let node: TestApp, browser: Browser, seat: Seat, page: Page
  beforeAll(async () => {
    node = await productForTests({ pluginFolders: [] })
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
    seat.expects(/answered 403: |status of 403|WebSocket connection to/)
    await signIn(seat, node.base, node.a.user, '/contatos')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const heading = () => page.getByRole('heading', { name: 'Configure a verificação em duas etapas', exact: true })
  const look = async (name: string): Promise<void> => {
    await page.screenshot({ path: join(pictures, `enrolment-${name}.png`) })
    await seat.assertAccessible(name)
  }

  test('leads who is at work to the screen, at once', async () => {
    await page.getByRole('heading', { name: 'Contatos' }).waitFor()
    await (await node.signIn(node.a.admin)).ok('PUT', '/settings/requireSecondFactor', { value: 'enabled' })
    await heading().waitFor()
    expect(page.url()).toContain('#/verificacao?redirect=%2Fcontatos')
    await look('desk')
    await page.setViewportSize({ width: 390, height: 844 })
    await look('phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await look('phone-dark')
    await page.setViewportSize({ width: 1440, height: 900 })
    await look('dark')
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('holds on to it, whatever address is typed', async () => {
    await page.goto(`${node.base}/#/atendimento`)
    await page.waitForURL(/#\/verificacao\?redirect=%2Fatendimento$/)
    await heading().waitFor()
    await page.reload()
    await heading().waitFor()
  })

  test.each([
    ['en', 'Set up two-step verification'],
    ['es', 'Configura la verificación en dos pasos'],
    ['ru', 'Настройте двухэтапную проверку'],
  ])('speaks %s', async (locale, title) => {
    await page.evaluate((chosen) => localStorage.setItem('user-locale', chosen), locale)
    await page.reload()
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    await seat.assertAccessible(locale)
    await page.evaluate(() => localStorage.setItem('user-locale', 'pt-BR'))
    await page.reload()
    await heading().waitFor()
  })

  test('a new sign-in comes here too, and an authenticator app leads back to where one wanted to go', async () => {
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.getByLabel('E-mail ou telefone').waitFor()
    await page.goto(`${node.base}/#/contatos`)
    await fillLogin(page, node.a.user.email, password)
    await heading().waitFor()
    await page.getByRole('button', { name: 'Configurar' }).click()
    const dialog = page.getByRole('dialog')
    const secret = (await dialog.locator('code').textContent())!.replace(/\s/g, '')
    await dialog
      .getByLabel('Código que o aplicativo mostra')
      .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await dialog.getByRole('button', { name: 'Ativar' }).click()
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByRole('heading', { name: 'Contatos' }).waitFor()
    expect(page.url()).toContain('#/contatos')
    await page.reload()
    await page.getByRole('heading', { name: 'Contatos' }).waitFor()
  })
})
