import { join } from 'node:path'
import type { Connection } from '@recado/contracts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GatewayAccount } from '../../plugins/sms/simulator/gateway.ts'
import { SmsSimulator } from '../../plugins/sms/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import {
  journey,
  launch,
  openBrowser,
  pictures,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'

/** An administrator makes an SMS account in its dialog, with every mistake that it knows. */
describe.skipIf(!launch)('the dialog of an SMS account', () => {
  let node: TestApp, browser: Browser, seat: Seat, simulator: SmsSimulator, account: GatewayAccount

  const form = (): Locator => seat.page.getByRole('dialog', { name: 'Novo canal' })
  const field = (label: string): Locator => form().getByLabel(new RegExp(`^${label}`))
  /** What stands at a field as wrong, as a screen reader is told. */
  const fault = async (label: string): Promise<string | undefined> => {
    const [described, invalid] = await Promise.all(
      ['aria-describedby', 'aria-invalid'].map((name) => field(label).getAttribute(name)),
    )
    if (invalid !== 'true') return undefined
    return form()
      .locator(`[id="${described!.split(' ').at(-1)}"]`)
      .innerText()
  }
  const submit = (): Promise<void> => form().getByRole('button', { name: 'Criar canal' }).click()
  const look = async (name: string): Promise<void> => {
    await seat.assertAccessible(`SMS account ${name}`)
    await seat.page.screenshot({ path: join(pictures, `sms-account-${name}.png`) })
    await seat.page.setViewportSize({ width: 390, height: 844 })
    await seat.page.screenshot({ path: join(pictures, `sms-account-${name}-phone.png`) })
    await seat.page.setViewportSize({ width: 1440, height: 900 })
  }

  beforeAll(async () => {
    simulator = await SmsSimulator.start()
    account = simulator.addGateway('28398')
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl: 'https://recado.test' } })
    browser = await openBrowser()
    seat = await takeSeat(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    await signIn(seat, node.base, node.a.admin, '/configuracoes/canais')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  test('S2-114 S5-009 opens from the channels; what is required is said at its field, and nothing is made', async () => {
    await seat.page.getByRole('button', { name: 'Novo canal' }).click()
    await seat.page
      .getByRole('dialog')
      .getByRole('button', { name: /^SMS \(gateway HTTP\)/ })
      .click()
    await submit()
    await seen(() => fault('Endereço de envio')).toBe('Preencha este campo')
    expect([await fault('Token ou senha'), await fault('Segredo do webhook')]).toEqual([
      'Preencha este campo',
      'Preencha este campo',
    ])
    expect([await fault('E-mail da conta'), await fault('Número de envio')]).toEqual([undefined, undefined])
    expect(await field('Endereço de envio').evaluate((element) => element === document.activeElement)).toBe(true)
    await look('required')
  })

  test('S2-114 S5-008 S5-010 S5-011 S9-021 password, e-mail and number are checked at their fields', async () => {
    await field('Endereço de envio').fill(`${simulator.gatewayUrl(account)}/send`)
    await field('Token ou senha').fill('12345')
    await field('E-mail da conta').fill('ana.aurora')
    await field('Número de envio').fill('28-398')
    await field('Segredo do webhook').fill(account.secret)
    await submit()
    await seen(() => fault('Token ou senha')).toBe('Use pelo menos 6 caracteres')
    expect(await fault('Número de envio')).toBe('O formato não é válido')
    expect(await fault('E-mail da conta')).toBe('Digite um e-mail válido')
    await look('faults')
    const colleague = await node.signIn(node.a.supervisor)
    expect((await colleague.ok<Connection[]>('GET', '/whatsapp')).filter(({ type }) => type === 'smsgateway')).toEqual(
      [],
    )
  })

  test('S2-114 S1-008 what is put right is kept; the account is made and its test reaches the gateway', async () => {
    await field('Token ou senha').fill(account.token)
    await field('E-mail da conta').fill('ana@aurora.test')
    await field('Número de envio').fill('28398')
    await field('Endereço do saldo').fill(`${simulator.gatewayUrl(account)}/balance`)
    await submit()
    await form().waitFor({ state: 'detached' })
    const card = seat.page.getByRole('article', { name: 'SMS (gateway HTTP)', exact: true })
    await card.getByText('Conectado').waitFor()
    await card.getByRole('button', { name: 'Testar conexão' }).click()
    await card.getByText(`Conexão funcionando: 28398 · 127.0.0.1:${new URL(simulator.url).port} · 100`).waitFor()
    expect(await seat.page.content()).not.toContain(account.token)
    await card.getByRole('button', { name: 'Mais ações' }).click()
    await seat.page.getByRole('menuitem', { name: 'Copiar endereço do webhook' }).click()
    await seat.page.getByText('Endereço do webhook copiado').waitFor()
    expect(await seat.page.evaluate(() => navigator.clipboard.readText())).toMatch(
      new RegExp(`^https://recado\\.test/hooks/sms/[0-9a-f-]{36}/\\S+$`),
    )
    await look('made')
    seat.assertClean()
  })
})
