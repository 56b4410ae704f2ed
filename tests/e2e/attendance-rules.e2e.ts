import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type TestApp } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  goToSetting,
  journey,
  launch,
  openBrowser,
  pictures,
  productForTests,
  row,
  signIn,
  takeSeat,
  view,
  type Seat,
} from './browser.ts'
import { assertFits } from './look.ts'

/*
 * An administrator says what time and rules do with tickets, and the page tells when the times contradict each other.
 */

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
  const stored = async (key: string): Promise<unknown> =>
    (
      await node.database.owner<
        { value: unknown }[]
      >`select value from core.setting where tenant_id = ${node.a.id} and key = ${key}`
    )[0]?.value

  test('times of inactivity are chosen, and a return that never comes is said', async () => {
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
    await eventually(
      () => stored('autoCloseMessage'),
      (value) => value === 'Até logo, {{name}}!',
    )
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
    await eventually(
      () => stored('agentCapacity'),
      (value) => value === 8,
    )
    expect(await stored('autoDistribution')).toBe('balance')
  })

  test('S9-055 a birthday message is written, and without one it is said that nothing is sent', async () => {
    await seat.page.getByLabel('Enviar mensagem de aniversário').click()
    await seat.page.getByText('Sem uma mensagem, nada é enviado.').waitFor()
    await seat.page
      .getByLabel('Mensagem de aniversário', { exact: true })
      .fill('Parabéns, {{name}}! {{age}} anos hoje.')
    await seat.assertAccessible('birthdays')
    await seat.page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await eventually(
      () => stored('birthdayMessage'),
      (value) => value === 'Parabéns, {{name}}! {{age}} anos hoje.',
    )
    expect(await stored('birthdayMessages')).toBe(true)
  })

  test('S3-080 S4-128 S9-060 how long customers may wait is chosen, and shown in colour and words', async () => {
    const { page } = seat
    const save = () => page.getByRole('button', { name: 'Salvar', exact: true }).click()
    // The form takes the server's answer of the save before, and what is typed meanwhile with it.
    await page.locator('button[aria-busy=true]').waitFor({ state: 'hidden' })
    await page.getByLabel('Verde até (minutos)').fill('5')
    await page.getByLabel('Amarelo até (minutos)').fill('3')
    await save()
    await page
      .getByText(/^Cada tempo precisa ser um número inteiro maior que o anterior/)
      .first()
      .waitFor()
    await page.getByLabel('Amarelo até (minutos)').fill('15')
    await page.getByLabel('Prazo (minutos)').fill('45')
    await page.getByLabel('Mostrar cores do tempo de espera').check()
    await save()
    await eventually(
      () => stored('slaThresholds'),
      (value) => (value as { red?: number } | undefined)?.red === 45,
    )
    expect(await stored('slaThresholds')).toEqual({ green: 5, yellow: 15, red: 45 })

    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Rosa Lima', email: 'rosa@exemplo.com.br' } })
    await visitor.say('Alguém aí?')
    const said = [
      [1, /\(no prazo\)\. Restam/],
      [10, /\(atenção\)\. Restam/],
      [20, /\(atrasado\)\. Restam/],
      [60, /Prazo vencido há/],
    ] as const
    for (const [minutes, words] of said) {
      await page.clock.setSystemTime(Date.now() + minutes * 60_000)
      await page.goto(`${node.base}/#/atendimento`)
      await page.reload()
      await view(page, 'Fila').click()
      await row(page, 'Rosa Lima').getByRole('img', { name: words }).waitFor()
    }
    await assertFits(seat, 'waiting times')
    await page.clock.setSystemTime(Date.now())
    await goToSetting(page, 'Regras de atendimento')
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
