import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp } from '../harness/app.ts'
import {
  goToSetting,
  journey,
  launch,
  navigation,
  notices,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { fillLogin } from './fill-login.ts'

/** An administrator's day around their own account: notice, tokens, devices, status. */
describe.skipIf(!launch)('sessions, tokens and the privacy notice in the shell', () => {
  let node: TestApp, browser: Browser, admin: Seat
  const sql = () => node.database.owner

  beforeAll(async () => {
    node = await productForTests()
    await sql()`insert into core.setting (tenant_id, key, value) values (${node.a.id}, 'sessionsPerUser', '3')`
    browser = await openBrowser()
    admin = await takeSeat(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const age = () =>
    sql()`update core.session set confirmed_at = now() - interval '6 minutes' where user_id = ${node.a.admin.id}`
  /** A call of the page's own session beside its screens. */
  const ask = (method: string, path: string, body?: object) =>
    admin.page.evaluate(
      async ([method, path, body]) => {
        const [token, sessionid] = ['token', 'sessionId'].map((key) => localStorage.getItem(key)!)
        const answer = await fetch(path, {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, sessionid: sessionid! },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        return (await answer.json()) as Record<string, unknown>
      },
      [method, path, body] as const,
    )
  const confirmation = () => admin.page.getByRole('dialog', { name: 'Confirme que é você' })

  test('tokens: the list teaches, a form keeps what is typed, and the password is asked for in between', async () => {
    const { page } = admin
    await signIn(admin, node.base, node.a.admin, '/configuracoes/tokens')
    await page.getByText('Nenhum token ainda').waitFor()
    await admin.assertAccessible('no tokens')
    await page.getByRole('button', { name: 'Criar token' }).click()
    const form = page.getByRole('dialog', { name: 'Criar um token' })
    await form.getByRole('button', { name: 'Criar token' }).click()
    await form.getByText('Escolha pelo menos uma permissão.').waitFor()
    await form.getByRole('textbox', { name: /^Nome/ }).fill('CRM da Aurora')
    await form.getByRole('checkbox', { name: 'Ver colegas' }).check()
    await admin.assertAccessible('token form')
    // The server keeps an answer of up to a second; what it is asked next is read anew.
    await age()
    admin.expects(/answered 403: POST .*api-tokens/, /status of 403/)
    await seen(
      async () =>
        (
          await ask('POST', '/api-tokens', {
            name: 'x',
            scopes: ['no.such'],
            expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
          })
        )['error'],
    ).toBe('ERR_CONFIRMATION_REQUIRED')
    await form.getByRole('button', { name: 'Criar token' }).click()
    await seen(() =>
      confirmation()
        .getByLabel('Senha')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await page.keyboard.type('Errada123')
    admin.expects(/answered 422: POST .*auth\/confirm/, /status of 422/)
    await confirmation().getByRole('button', { name: 'Confirmar' }).click()
    await confirmation()
      .getByText(/Senha incorreta/)
      .waitFor()
    await admin.assertAccessible('confirmation')
    await confirmation().getByLabel('Senha').fill(password)
    await page.keyboard.press('Enter')
    const secret = page.getByRole('dialog', { name: 'Token CRM da Aurora criado' })
    const text = await secret.getByLabel('Texto do token').innerText()
    expect(text).toMatch(/^rcd_/)
    const answer = await fetch(`${node.base}/users`, { headers: { authorization: `Bearer ${text}` } })
    expect(answer.status).toBe(200)
    await secret.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByRole('article', { name: 'CRM da Aurora' }).getByText('Ver colegas').waitFor()
    await admin.assertAccessible('tokens')
    await page.getByRole('button', { name: 'Revogar CRM da Aurora' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar token' }).click()
    await notices(page)
      .getByText(/CRM da Aurora revogado/)
      .waitFor()
    expect((await fetch(`${node.base}/users`, { headers: { authorization: `Bearer ${text}` } })).status).toBe(401)
  })

  test('roles: what was chosen stays while the password is asked for, in front of its form', async () => {
    const { page } = admin
    await goToSetting(page, 'Perfis de acesso')
    await page.getByRole('button', { name: 'Novo perfil' }).first().click()
    const form = page.getByRole('dialog', { name: 'Novo perfil' })
    await form.getByLabel(/^Nome/).fill('Caixa')
    await form.getByRole('checkbox', { name: 'Ver colegas' }).click()
    await age()
    admin.expects(/answered 4(03|22): POST .*\/roles/, /status of 4(03|22)/)
    await seen(
      async () => (await ask('POST', '/roles', { name: 'x', profile: 'user', permissions: ['no.such'] }))['error'],
    ).toBe('ERR_CONFIRMATION_REQUIRED')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await seen(() =>
      confirmation()
        .getByLabel('Senha')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await form.getByRole('alert').waitFor()
    expect(await form.getByLabel(/^Nome/).inputValue()).toBe('Caixa')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await confirmation().getByLabel('Senha').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('1 permissão · ninguém usa').waitFor()
    await admin.assertAccessible('roles')
  })

  test('own sessions: another device is seen and signed out with one click', async () => {
    const { page } = admin
    const other = await node.signIn(node.a.admin)
    await page.getByRole('button', { name: /^Menu de/ }).click()
    await page.getByRole('menuitem', { name: 'Seus acessos' }).click()
    await page.getByText('Este aparelho', { exact: true }).waitFor()
    await admin.assertAccessible('sessions')
    await page.getByRole('button', { name: 'Encerrar o acesso em Aparelho desconhecido' }).click()
    await notices(page)
      .getByText(/Acesso encerrado/)
      .waitFor()
    expect(await other.refused('GET', '/auth/session')).toBe('401 ERR_SESSION_ENDED')
    await page.getByText('Sua conta só está aberta aqui').waitFor()
  })

  test('S4-127 the status is chosen in the menu and known to the server', async () => {
    const { page } = admin
    const online = async () =>
      (await sql()`select is_online from core.user_account where id = ${node.a.admin.id}`)[0]!['is_online'] as boolean
    await page.getByRole('button', { name: /^Menu de/ }).click()
    await page.getByRole('menuitemradio', { name: 'Offline' }).click()
    await seen(online).toBe(false)
    await page.getByRole('button', { name: /^Menu de/ }).click()
    await page.getByRole('menuitemradio', { name: 'Online' }).click()
    await seen(online).toBe(true)
  })

  test('S2-012 S2-013 S4-125 a privacy notice is asked for at once, and accepting leads back', async () => {
    const { page } = admin
    admin.expects(/answered 403/, /status of 403/)
    const text = Array.from(
      { length: 30 },
      (_, line) => `${line + 1}. Guardamos as mensagens que você envia para atender os clientes da empresa.`,
    ).join('\n\n')
    await sql()`
      insert into platform.global_setting (key, value)
      values ('privacyNotice', ${sql().json({ version: 1, text: { 'pt-BR': text } })})`
    await node.restart()
    admin.expects(/net::ERR_|WebSocket|socket\.io|answered 50[23]|status of 50[23]/)
    await page.goto(`${node.base}/#/sessoes`)
    await page.reload()
    await page.getByRole('heading', { name: 'Aviso de privacidade' }).waitFor()
    await page.getByText('30. Guardamos').waitFor()
    await admin.assertAccessible('consent')
    await page.getByRole('button', { name: 'Li e aceito' }).click()
    await page.getByRole('heading', { name: 'Seus acessos' }).waitFor()
    expect(
      await page.evaluate(() => JSON.parse(localStorage.getItem('usuario')!) as { lgpdAccepted: boolean }),
    ).toMatchObject({ lgpdAccepted: true })
    await navigation(page).waitFor()
  })

  test('S2-014 S4-126 rejecting says what it does; the last administrator is told why the account stays', async () => {
    const { page } = admin
    admin.expects(/answered 409/, /status of 409/)
    await sql()`update core.user_account set consent_version = null where id = ${node.a.admin.id}`
    await seen(async () => (await ask('GET', '/auth/privacy-notice'))['accepted']).toBe(false)
    await page.reload()
    await page.getByRole('button', { name: 'Recusar' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Recusar e desativar sua conta?' })
    await admin.assertAccessible('reject')
    await dialog.getByRole('button', { name: 'Recusar e desativar' }).click()
    await page.getByRole('alert').getByText('Você é o único administrador ativo da empresa').waitFor()
    await admin.assertAccessible('last administrator')

    const agent = await takeSeat(browser)
    agent.expects(/answered 40[13]/, /status of 40[13]/)
    await agent.page.goto(`${node.base}/#/home`)
    await fillLogin(agent.page, node.a.user.email, password)
    await agent.page.getByRole('button', { name: 'Recusar' }).click()
    await agent.page.getByRole('alertdialog').getByRole('button', { name: 'Recusar e desativar' }).click()
    await agent.page.getByLabel('E-mail ou telefone').waitFor()
    expect((await sql()`select is_active from core.user_account where id = ${node.a.user.id}`)[0]!['is_active']).toBe(
      false,
    )
    agent.assertClean()
    admin.assertClean()
  })
})
