import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import type { TestApp } from '../harness/app.ts'
import { password } from '../harness/app.ts'
import { firstScreenLimits, kilobytes, watchCode } from '../harness/fetched-code.ts'
import { journey, launch, navigation, openBrowser, productForTests, seen, takeSeat, type Seat } from './browser.ts'
import { fillLogin } from './fill-login.ts'

/* Coming in: the slider, a forgotten password, a new company. */

const chosen = 'NovaSenha9'

describe.skipIf(!launch)('coming in', () => {
  let node: TestApp
  let browser: Browser
  let seat: Seat
  const letters: string[] = []
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString()
      })
      stream.once('end', () => {
        letters.push(raw.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
        done()
      })
    },
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      post.listen(0, '127.0.0.1', () => resolve())
    })
    node = await productForTests({ app: { egress: { allow: ['127.0.0.1/32'] } } })
    const { owner } = node.database
    await owner`update core.user_account set is_master = true where id = ${node.a.admin.id}`
    await (
      await node.signIn(node.a.admin)
    ).ok('PUT', '/global-settings', {
      smtpHost: '127.0.0.1',
      smtpPort: (post.server.address() as AddressInfo).port,
      smtpSecurity: 'none',
      smtpFrom: 'correio@recado.test',
      disableRegisterButton: false,
    })
    await owner`insert into platform.plan ${owner([
      {
        id: newId(),
        name: 'Essencial',
        tier: 'basic',
        description: 'Para equipes pequenas, com um número de WhatsApp e o chat do site',
        trial_days: 7,
        is_public: true,
      },
      {
        id: newId(),
        name: 'Completo',
        tier: 'premium',
        description: 'Todos os canais e automações',
        trial_days: 14,
        is_public: true,
      },
    ])}`
    browser = await openBrowser()
    seat = await takeSeat(browser)
  })
  afterAll(async () => {
    await browser.close()
    await node.close()
    await new Promise<void>((resolve) => {
      post.close(() => resolve())
    })
  })
  journey()

  const slider = (within: Pick<Seat['page'], 'getByRole'> = seat.page) =>
    within.getByRole('slider', { name: 'Verificação de segurança' })

  test('what stands before the login is a few small files', async () => {
    const stranger = await takeSeat(browser)
    const code = watchCode(stranger.page)
    await stranger.page.goto(`${node.base}/#/login`)
    await slider(stranger.page).waitFor()
    const fetched = await code.take()
    await stranger.page.context().close()
    expect(fetched.map(({ path }) => path).filter((path) => path.startsWith('/plugins/'))).toEqual([])
    expect(fetched.length).toBeLessThanOrEqual(firstScreenLimits.requests)
    expect(kilobytes(fetched)).toBeLessThanOrEqual(firstScreenLimits.kilobytes)
  })

  test('S2-004 S5-015 S5-016 S8-107 S8-108 the slider is asked for, by keys, mouse and words; nothing typed is lost', async () => {
    const { page } = seat
    await page.goto(`${node.base}/#/login`)
    await page.getByLabel('E-mail ou telefone').fill('ana')
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('E-mail ou telefone inválido.').waitFor()
    await page.getByText('Complete a verificação: arraste o controle até o fim.').first().waitFor()
    await seat.assertAccessible('login with faults')
    const control = slider()
    await control.press('ArrowRight')
    expect(await control.getAttribute('aria-valuetext')).toBe('1%')
    const box = (await control.boundingBox())!
    await page.mouse.move(box.x + 20, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 })
    await seen(async () => Number(await control.inputValue())).toBeGreaterThan(20)
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await seen(() => control.getAttribute('aria-valuetext')).toBe('Concluída')
    await page.getByText('Pronto').first().waitFor()
    expect(await page.getByLabel('Senha', { exact: true }).inputValue()).toBe(password)
    seat.expects(/401/)
    await fillLogin(page, node.a.user.email, 'Errada123')
    await page.getByRole('alert').getByText('E-mail, telefone ou senha incorretos').waitFor()
    expect(await control.inputValue()).toBe('0')
    await fillLogin(page, node.a.user.email, password)
    await navigation(page).waitFor()
  })

  test('S1-055 S9-139 the page before the login speaks four languages', async () => {
    const reader = await takeSeat(browser)
    await reader.page.goto(`${node.base}/#/login`)
    const languages = [
      ['English', 'en', 'Sign in to your account'],
      ['Español', 'es', 'Entra en tu cuenta'],
      ['Русский', 'ru', 'Вход в аккаунт'],
      ['Português (Brasil)', 'pt-BR', 'Entre na sua conta'],
    ] as const
    for (const [name, code, heading] of languages) {
      await reader.page.getByRole('combobox', { name: /^(Idioma|Language|Язык)$/ }).selectOption({ label: name })
      await reader.page.getByRole('heading', { name: heading }).waitFor()
      expect(await reader.page.evaluate(() => document.documentElement.lang)).toBe(code)
    }
    reader.assertClean()
    await reader.leave()
  })

  test('S3-081 S3-082 S3-083 the browser keeps the session under the named keys and nowhere else', async () => {
    const guest = await takeSeat(browser)
    const { page } = guest
    const kept = () => page.evaluate(() => ({ local: { ...localStorage }, tab: { ...sessionStorage } }))
    const named = ['licenseCache', 'profile', 'sessionId', 'token', 'user-locale', 'userId', 'usuario']
    const isNamed = (key: string): boolean => named.includes(key)
    const namedIn = async (): Promise<string[]> =>
      Object.keys((await kept()).local)
        .filter(isNamed)
        .sort()
    await page.goto(`${node.base}/#/login`)
    const language = page.getByRole('combobox', { name: /^(Idioma|Language)$/ })
    await language.selectOption({ label: 'English' })
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()
    await language.selectOption({ label: 'Português (Brasil)' })
    await page.getByRole('heading', { name: 'Entre na sua conta' }).waitFor()
    expect(await namedIn()).toEqual(['user-locale'])

    await fillLogin(page, node.a.colleague.email, password)
    await navigation(page).waitFor()
    await seen(namedIn).toEqual(named)
    const { local, tab } = await kept()
    const { id, email, name } = node.a.colleague
    const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(local).toMatchObject({ userId: id, profile: 'user', 'user-locale': 'pt-BR', token: jwt })
    expect(JSON.parse(local['usuario']!)).toMatchObject({ userId: id, lgpdAccepted: expect.any(Boolean) })
    expect(JSON.parse(local['licenseCache']!)).toEqual({ type: expect.any(String), lastCheck: expect.any(Number) })
    const others = JSON.stringify([Object.entries(local).filter(([key]) => !isNamed(key)), tab])
    for (const part of [local['token']!, local['sessionId']!, id, email, name]) expect(others).not.toContain(part)

    await page.getByRole('button', { name: /^Menu de / }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await page.getByLabel('E-mail ou telefone').waitFor()
    expect(await namedIn()).toEqual(['user-locale'])
    guest.assertClean()
    await guest.leave()
  })

  test('S2-006 S2-011 a forgotten password: link by mail, new password, the open session ends', async () => {
    const other = await takeSeat(browser)
    const { page } = other
    await page.goto(`${node.base}/#/login`)
    await page.getByLabel('E-mail ou telefone').fill(node.a.user.email)
    await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
    const dialog = page.getByRole('dialog', { name: 'Esqueci minha senha' })
    expect(await dialog.getByLabel('E-mail ou telefone').inputValue()).toBe(node.a.user.email)
    await slider(dialog).press('End')
    await dialog.getByRole('button', { name: 'Enviar link' }).click()
    await dialog.getByText(`Se houver uma conta com ${node.a.user.email}`).waitFor()
    await other.assertAccessible('link sent')
    await seen(() => letters.length).toBe(1)
    const link = /http:\/\/\S+\/#\/redefining\?token=[\w-]+/.exec(letters[0]!)![0]
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('Senha', { exact: true }).fill('abc')
    await page.getByLabel('Confirmar senha').fill('abd')
    await page.getByRole('button', { name: 'Salvar nova senha' }).click()
    await page.getByText('A senha não atende a todas as regras.').waitFor()
    await page.getByText('As senhas precisam ser iguais.').waitFor()
    await other.assertAccessible('new password with faults')
    await page.getByLabel('Senha', { exact: true }).fill(chosen)
    expect(
      await page
        .getByRole('list', { name: 'Regras da senha' })
        .getByRole('listitem')
        .filter({ hasNotText: 'ainda não' })
        .count(),
    ).toBe(7)
    await page.getByLabel('Confirmar senha').fill(chosen)
    seat.expects(/401/)
    await page.getByRole('button', { name: 'Salvar nova senha' }).click()
    await page.getByText('Senha alterada').waitFor()
    await seat.page.getByRole('heading', { name: 'Entre na sua conta' }).waitFor()
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await fillLogin(page, node.a.user.email, chosen)
    await navigation(page).waitFor()
    await other.leave()

    const late = await takeSeat(browser)
    late.expects(/410/)
    await late.page.goto(link)
    await late.page.getByLabel('Senha', { exact: true }).fill(chosen)
    await late.page.getByLabel('Confirmar senha').fill(chosen)
    await late.page.getByRole('button', { name: 'Salvar nova senha' }).click()
    await late.page.getByText('O link expirou').waitFor()
    await late.assertAccessible('expired link')
    await late.page.getByRole('button', { name: 'Pedir novo link' }).click()
    await late.page.getByRole('dialog', { name: 'Esqueci minha senha' }).waitFor()
    late.assertClean()
    await late.leave()
    other.assertClean()
  })

  test('S2-007 S2-009 S2-010 S8-110 S8-111 a new company: plan, document, terms, and then the way in', async () => {
    const guest = await takeSeat(browser)
    const { page } = guest
    await page.goto(`${node.base}/#/login`)
    await page.getByRole('link', { name: 'Cadastrar' }).click()
    await page.getByRole('heading', { name: 'Crie sua conta' }).waitFor()
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByText('Escolha um plano.').waitFor()
    await guest.assertAccessible('registration with faults')
    await page.getByRole('radio', { name: /Completo/ }).check()
    await page.getByLabel('Seu nome').fill('Rita Lobo')
    await page.getByLabel('Nome da empresa').fill('Padaria do Vale')
    await page.getByLabel('E-mail', { exact: true }).fill('rita@padaria.test')
    await page.getByLabel('Telefone').fill(`(11) 9${randomInt(10_000_000, 99_999_999)}`)
    await page.getByLabel('CPF ou CNPJ').pressSequentially('52998224724')
    expect(await page.getByLabel('CPF ou CNPJ').inputValue()).toBe('529.982.247-24')
    await page.getByLabel('Senha', { exact: true }).fill(chosen)
    await page.getByLabel('Confirmar senha').fill(`${chosen}x`)
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByText('As senhas precisam ser iguais.').waitFor()
    await page.getByLabel('Confirmar senha').fill(chosen)
    await page.getByRole('button', { name: 'Ler os termos' }).click()
    const terms = page.getByRole('dialog', { name: 'Termos de uso' })
    await guest.assertAccessible('terms')
    await terms.getByRole('button', { name: 'Aceitar os termos' }).click()
    await slider(page).press('End')
    guest.expects(/422/)
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByRole('alert').getByText('Não foi possível concluir o cadastro').waitFor()
    await page.getByText('CPF ou CNPJ inválido.', { exact: true }).waitFor()
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
    await slider(page).press('End')
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByText('Cadastro recebido').waitFor()
    await page.getByRole('button', { name: 'Ir para o login' }).click()
    await fillLogin(page, 'rita@padaria.test', chosen)
    await navigation(page).waitFor()
    guest.assertClean()
    await guest.leave()
  })

  test('no complaint of the browser all along', () => seat.assertClean())
})
