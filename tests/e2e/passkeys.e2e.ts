import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp } from '../harness/app.ts'
import { identityProvider, type RunningProvider } from '../sign-in/identity-provider.rig.ts'
import { nameServer, type NameServer } from '../sign-in/name-server.rig.ts'
import {
  goToSetting,
  journey,
  launch,
  navigation,
  notices,
  openBrowser,
  pictures,
  productForTests,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { fillLogin } from './fill-login.ts'

/** Ways of signing in beside the password, with a passkey that Chromium keeps and a provider that really is one. */
describe.skipIf(!launch)('signing in by other ways', () => {
  let node: TestApp, browser: Browser, seat: Seat, page: Page, base: string, provider: RunningProvider, dns: NameServer
  let secret = ''
  let recoveryCodes: string[] = []

  const look = async (name: string): Promise<void> => {
    await page.screenshot({ path: join(pictures, `passkeys-${name}.png`) })
    await seat.assertAccessible(`passkeys ${name}`)
  }
  /** The same on a phone and in the dark. */
  const lookEverywhere = async (name: string): Promise<void> => {
    await look(name)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: join(pictures, `passkeys-${name}-phone.png`) })
    await page.emulateMedia({ colorScheme: 'dark' })
    await look(`${name}-phone-dark`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.screenshot({ path: join(pictures, `passkeys-${name}-dark.png`) })
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const dialog = (): Locator => page.getByRole('dialog')
  const signOut = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Menu de / }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await page.getByLabel('E-mail ou telefone').waitFor()
  }
  const nextCode = (): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })

  beforeAll(async () => {
    dns = await nameServer()
    node = await productForTests({
      pluginFolders: [],
      app: { egress: { allow: ['127.0.0.0/8', '::1/128'] }, dnsServers: [dns.address] },
    })
    // Browsers take no address where they want the name of a site.
    base = node.base.replace('127.0.0.1', 'localhost')
    provider = await identityProvider(`${base}/auth/sso/callback`)
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
    seat.expects(/\/auth\/login|\/passkey\/auth|\/auth\/second-factor|\/auth\/sso|\/sso\/providers|status of 4\d\d/)
    const cdp = await seat.context.newCDPSession(page)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await provider?.close()
    await dns?.close()
    await node?.close()
  })
  journey()

  test('S2-042 S7-035 S7-036 a passkey is added on one’s own page and listed', async () => {
    await signIn(seat, base, node.a.admin, '/passkey')
    await page.getByText('Você ainda entra só com a senha').waitFor()
    await lookEverywhere('none')
    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
    await dialog().getByLabel('Nome do aparelho').waitFor()
    expect(await dialog().getByLabel('Nome do aparelho').inputValue()).toBe('Meu dispositivo')
    await dialog().getByLabel('Nome do aparelho').fill('  ')
    await dialog().getByRole('button', { name: 'Criar chave' }).click()
    await dialog().getByText('Dê um nome ao aparelho.').waitFor()
    await look('add')
    await dialog().getByLabel('Nome do aparelho').fill('Notebook da Ana')
    await dialog().getByRole('button', { name: 'Criar chave' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Notebook da Ana' }).getByText('Ainda não usada').waitFor()
  })

  test('S8-120 the same device is not registered twice, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
    await dialog().getByLabel('Nome do aparelho').fill('De novo')
    await dialog().getByRole('button', { name: 'Criar chave' }).click()
    await dialog().getByText('Este aparelho já tem uma chave de acesso para a sua conta.').waitFor()
    expect(await dialog().getByLabel('Nome do aparelho').inputValue()).toBe('De novo')
    await page.keyboard.press('Escape')
  })

  test('S7-040 it is renamed, and the second factor is set up with an app and recovery codes', async () => {
    await page.getByRole('button', { name: 'Renomear Notebook da Ana' }).click()
    await dialog().getByLabel('Nome do aparelho').fill('Notebook')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Notebook' }).waitFor()
    await page.getByRole('button', { name: 'Configurar' }).click()
    await dialog().getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor()
    await lookEverywhere('set-up')
    secret = (await dialog().locator('code').innerText()).replace(/\s/g, '')
    await dialog().getByLabel('Código que o aplicativo mostra').fill('000000')
    await dialog().getByRole('button', { name: 'Ativar' }).click()
    await dialog().getByText('Código de verificação inválido').waitFor()
    await dialog()
      .getByLabel('Código que o aplicativo mostra')
      .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await dialog().getByRole('button', { name: 'Ativar' }).click()
    await dialog().getByRole('list', { name: 'Códigos de recuperação' }).waitFor()
    recoveryCodes = await dialog()
      .getByRole('list', { name: 'Códigos de recuperação' })
      .getByRole('listitem')
      .allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
    await page.keyboard.press('Escape')
    await dialog().getByText('Copie ou baixe os códigos antes de fechar.').waitFor()
    await look('recovery')
    await dialog().getByRole('button', { name: 'Já guardei' }).click()
    await page.getByText(/^Ativa desde/).waitFor()
    await lookEverywhere('own')
  })

  test('S1-046 S2-005 S5-017 S5-021 signing in: the password alone is refused, the passkey does', async () => {
    await signOut()
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
    await page.getByText('Digite primeiro seu e-mail ou telefone.').waitFor()
    await fillLogin(page, node.a.admin.email, password)
    await page.getByText('Esta conta entra com chave de acesso').waitFor()
    await look('required')
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
    await navigation(page).waitFor()
  })

  test('S8-114 S8-121 an account without a passkey here is refused without saying why', async () => {
    await signOut()
    await page.getByLabel('E-mail ou telefone').fill('ninguem@lugar.test')
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /cancelou|não é reconhecida|não deu acesso/ })
      .waitFor()
    await page.getByLabel('E-mail ou telefone').fill(node.a.admin.email)
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
    await navigation(page).waitFor()
  })

  test('S2-085 S7-041 S7-042 S7-043 an administrator finds it, switches it off and deletes it', async () => {
    await goToSetting(page, 'Chaves de acesso')
    await page.getByRole('row').filter({ hasText: node.a.admin.email }).waitFor()
    await lookEverywhere('manage')
    await page.getByRole('switch', { name: /^Notebook de / }).click()
    await notices(page).getByText('Chave de acesso desativada').waitFor()
    await page.getByRole('searchbox', { name: 'Buscar por nome, e-mail ou aparelho' }).fill('nada que exista')
    await page.getByText('Nada encontrado').waitFor()
    await page.getByRole('button', { name: 'Limpar busca' }).click()
    await page.getByRole('button', { name: /^Excluir Notebook/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir chave' }).click()
    await page.getByText('Ninguém tem chave de acesso ainda').waitFor()
  })

  test('a provider is tried before it is kept, and says which step failed', async () => {
    await goToSetting(page, 'Login único')
    await page.getByText('Nenhum provedor ainda').waitFor()
    await look('sso-none')
    await page.getByRole('button', { name: 'Adicionar provedor' }).click()
    await dialog().getByRole('button', { name: 'Testar e salvar' }).click()
    await dialog().getByText('Informe pelo menos um domínio').waitFor()
    await dialog().getByLabel('Nome', { exact: true }).fill('Conta da Aurora')
    await dialog().getByLabel('Endereço do emissor').fill('http://127.0.0.1:1')
    await dialog().getByLabel('ID do cliente').fill(provider.clientId)
    await dialog().getByLabel('Segredo do cliente').fill(provider.clientSecret)
    await dialog().getByLabel('Domínios de e-mail').fill(node.a.user.email.split('@')[1]!)
    await dialog().getByRole('button', { name: 'Testar e salvar' }).click()
    await dialog().getByText('Não conseguimos falar com o provedor.').waitFor()
    await lookEverywhere('sso-form')
    await dialog().getByLabel('Endereço do emissor').fill(provider.issuer)
    await dialog().getByRole('button', { name: 'Testar e salvar' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Conta da Aurora' }).waitFor()
    await lookEverywhere('sso')
  })

  test('a domain is proven by a record that the page shows, and the page says what is missing', async () => {
    const domain = node.a.user.email.split('@')[1]!
    const proof = page.getByRole('region', { name: domain })
    await proof.getByText('Ainda não comprovado').waitFor()
    await proof.getByRole('button', { name: `Verificar agora: ${domain}` }).click()
    await proof.getByText('O registro não foi encontrado.').waitFor()
    await page.goto(`${base}/#/home`)
    await page.getByText(`O domínio ${domain} do login único não está comprovado.`).waitFor()
    await look('sso-notice')
    await page.getByRole('button', { name: 'Comprovar' }).click()
    const [name, value] = [
      await proof.getByLabel('Nome do registro', { exact: true }).inputValue(),
      await proof.getByLabel('Valor do registro', { exact: true }).inputValue(),
    ]
    dns.records.set(name, ['uma coisa qualquer'])
    await proof.getByRole('button', { name: `Verificar agora: ${domain}` }).click()
    await proof.getByText('Existe um registro com este nome, mas com outro valor.').waitFor()
    await lookEverywhere('sso-domain')
    dns.records.set(name, [value])
    await proof.getByRole('button', { name: `Verificar agora: ${domain}` }).click()
    await proof.getByText('Comprovado', { exact: true }).waitFor()
    expect(await proof.getByLabel('Valor do registro', { exact: true }).count()).toBe(0)
    await page.getByRole('switch', { name: 'Exigir a verificação em duas etapas' }).click()
    await look('sso-proven')
  })

  test('with the passkey gone the password signs in again, with the code; a recovery code does too', async () => {
    await signOut()
    await fillLogin(page, node.a.admin.email, password)
    await page.getByLabel('Código de verificação').fill(nextCode())
    await lookEverywhere('login-code')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await navigation(page).waitFor()
    await signOut()
    await fillLogin(page, node.a.admin.email, password)
    await page.getByLabel('Código de verificação').fill(recoveryCodes[0]!)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await navigation(page).waitFor()
  })

  test('a colleague signs in at the company’s provider, and is told when that is refused', async () => {
    await signOut()
    provider.person = { email: node.a.user.email, verified: false }
    await page.getByLabel('E-mail ou telefone').fill(node.a.user.email)
    await page.getByRole('button', { name: 'Entrar pela minha empresa' }).click()
    await page.getByText('O login da empresa não foi aceito').waitFor()
    provider.person = { email: node.a.user.email, verified: true }
    await page.getByLabel('E-mail ou telefone').fill(node.a.user.email)
    await page.getByRole('button', { name: 'Entrar pela minha empresa' }).click()
    await navigation(page).waitFor()
    expect(page.url()).toBe(`${base}/#/home`)
    seat.assertClean()
  })
})
