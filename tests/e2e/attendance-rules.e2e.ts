import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type TestApp } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { goToSetting, journey, launch, openBrowser, pictures, productForTests, signIn, takeSeat, type Seat } from './browser.ts'

/* An administrator says what time and rules do with tickets, and the page tells when the times contradict each other. */

describe.skipIf(!launch)('the attendance rules', () => {
  journey()
  let node: TestApp
  let browser: Browser
  let seat: Seat
  beforeAll(async () => {
    node = await productForTests({ pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/webchat'))] })
    await node.database.owner`update core.user_account set consent_version = 1`
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin)
  })
  afterAll(async () => {
    await seat.leave()
    await browser.close()
    await node.close()
  })
  const stored = async (key: string): Promise<unknown> => (await node.database.owner<{ value: unknown }[]>`select value from core.setting where tenant_id = ${node.a.id} and key = ${key}`)[0]?.value

  test('S4-034 S4-035 times of inactivity are chosen, and a return that never comes is said', async () => {
    await goToSetting(seat.page, 'Regras de atendimento')
    await seat.page.getByRole('heading', { name: 'Regras de atendimento', level: 1 }).waitFor()
    await seat.page.getByLabel('Encerrar depois de').selectOption({ label: '1 hora' })
    await seat.page.getByLabel('Devolver à fila depois de').selectOption({ label: '2 horas' })
    await seat.page.getByText('Com estes tempos, o atendimento é encerrado antes de voltar à fila.').waitFor()
    await seat.page.getByLabel('Devolver à fila depois de').selectOption({ label: '30 minutos' })
    await seat.page.getByLabel('Mensagem ao encerrar').fill('Até logo, {{name}}!')
    await seat.assertAccessible('inactivity')
    await seat.page.screenshot({ path: join(pictures, 'rules-desk-light.png'), fullPage: true })
    await seat.page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await seat.page.getByText('Tudo certo... Alterações salvas.').first().waitFor()
    await eventually(() => stored('autoCloseMessage'), (value) => value === 'Até logo, {{name}}!')
    expect([await stored('autoCloseMinutes'), await stored('returnToQueueMinutes')]).toEqual([60, 30])
  })

  test('S9-134 the distribution is chosen; what is refused stays in its field', async () => {
    await seat.page.getByLabel('Distribuição automática').selectOption({ label: 'Equilibrada' })
    await seat.page.getByText('Vai para quem tem menos atendimentos abertos.').waitFor()
    await seat.page.getByLabel('Máximo de abertos por pessoa').fill('5000')
    seat.expects(/answered 422|status of 422/)
    await seat.page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await seat.page.getByText('O máximo é 1000').waitFor()
    expect(await seat.page.getByLabel('Máximo de abertos por pessoa').inputValue()).toBe('5000')
    await seat.page.getByLabel('Máximo de abertos por pessoa').fill('8')
    await seat.page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await eventually(() => stored('agentCapacity'), (value) => value === 8)
    expect(await stored('autoDistribution')).toBe('balance')
  })

  test('S9-055 a birthday message is written, and without one it is said that nothing is sent', async () => {
    await seat.page.getByLabel('Enviar mensagem de aniversário').click()
    await seat.page.getByText('Sem uma mensagem, nada é enviado.').waitFor()
    await seat.page.getByLabel('Mensagem de aniversário', { exact: true }).fill('Parabéns, {{name}}! {{age}} anos hoje.')
    await seat.assertAccessible('birthdays')
    await seat.page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await eventually(() => stored('birthdayMessage'), (value) => value === 'Parabéns, {{name}}! {{age}} anos hoje.')
    expect(await stored('birthdayMessages')).toBe(true)
  })

  test('the page stands on a phone and in the dark', async () => {
    await seat.page.emulateMedia({ colorScheme: 'dark' })
    await seat.page.setViewportSize({ width: 390, height: 844 })
    await seat.page.getByRole('heading', { name: 'Distribuição' }).waitFor()
    expect(await seat.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await seat.assertAccessible('rules on a phone')
    await seat.page.screenshot({ path: join(pictures, 'rules-phone-dark.png') })
    seat.assertClean()
  })
})
