import type { Company } from '@recado/contracts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type Person, type TestApp } from '../harness/app.ts'
import {
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
import { look } from './look.ts'

/** Who answers `GET /version/` in a browser: the server, or what the browser kept of it. */
async function keptVersion({ context, page }: Seat) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const answers: string[] = []
  cdp.on('Network.responseReceived', ({ response: { url, fromDiskCache } }) => {
    if (new URL(url).pathname === '/version/') answers.push(fromDiskCache ? 'cache' : 'server')
  })
  return {
    async ask() {
      const before = answers.length
      await page.evaluate(() => fetch('/version/').then((response) => response.text()))
      await seen(() => answers.length).toBe(before + 1)
      return answers.at(-1)
    },
    renewed: () => answers.filter((from) => from === 'server').length - 1,
  }
}

/** Somebody of the platform makes a company and licenses it; its administrator sees what that means. */
describe.skipIf(!launch)('companies in the shell', () => {
  let node: TestApp, browser: Browser, master: Seat, api: Person

  beforeAll(async () => {
    node = await productForTests()
    await node.database.owner`
      update core.user_account set is_master = true
       where id in ${node.database.owner([node.a.admin.id, node.a.supervisor.id])}`
    api = await node.signIn(node.a.supervisor)
    browser = await openBrowser()
    master = await takeSeat(browser)
    await signIn(master, node.base, node.a.admin, '/configuracoes/planos')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const sheet = (): Locator => master.page.getByRole('dialog')
  const open = (path: string): Promise<unknown> => master.page.goto(`${node.base}/#/configuracoes/${path}`)
  const card = (name: string): Locator =>
    master.page.getByRole('article').filter({ has: master.page.getByRole('heading', { name, exact: true }) })
  const act = async (name: string, entry: string): Promise<void> => {
    await card(name)
      .getByRole('button', { name: /^Ações d/ })
      .click()
    await master.page.getByRole('menuitem', { name: entry }).click()
  }

  test('a plan is made; what is wrong is said at its field and nothing typed is lost', async () => {
    await master.page.getByText('Nenhum plano ainda').waitFor()
    await master.assertAccessible('no plans')
    await master.page.getByRole('button', { name: 'Novo plano' }).click()
    await sheet().getByLabel('Nome').fill('Equipe pequena')
    await sheet().getByLabel('Nível').selectOption('plus')
    await sheet().getByLabel('Usuários', { exact: true }).fill('dez')
    await sheet().getByText('Digite um número inteiro').waitFor()
    await sheet().getByLabel('Usuários', { exact: true }).fill('10')
    await sheet().getByLabel('Contatos').fill('1000')
    await master.assertAccessible('plan form')
    await sheet().getByRole('button', { name: 'Salvar' }).click()
    await notices(master.page).getByText('Tudo certo... Plano criado').waitFor()
    await card('Equipe pequena').getByText('Nenhuma empresa').waitFor()
  })

  test('a company is made on it, found and changed', async () => {
    await open('empresas')
    await card(node.b.name).waitFor()
    await master.page.getByRole('button', { name: 'Nova empresa' }).click()
    await sheet().getByLabel('Nome da empresa').fill('Padaria do João')
    await sheet().getByLabel('Plano').selectOption({ label: 'Equipe pequena' })
    await sheet()
      .getByLabel(/^Nome( \*)?$/)
      .fill('João Prado')
    await sheet().getByLabel('E-mail para entrar').fill(node.b.user.email)
    await sheet().getByLabel('Senha').fill(password)
    master.expects(/answered 409: POST .*\/tenants$/, /status of 409/)
    await sheet().getByRole('button', { name: 'Criar empresa' }).click()
    await sheet().getByText('já', { exact: false }).first().waitFor()
    expect(await sheet().getByLabel('Nome da empresa').inputValue()).toBe('Padaria do João')
    await sheet().getByLabel('E-mail para entrar').fill('joao@padaria.test')
    await sheet().getByRole('button', { name: 'Criar empresa' }).click()
    await card('Padaria do João').getByText('1 de 10').waitFor()
    await master.page.getByLabel('Buscar por nome, documento ou e-mail').fill('padaria')
    await card(node.b.name).waitFor({ state: 'detached' })
    await act('Padaria do João', 'Editar')
    await sheet().getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81')
    await master.assertAccessible('company form')
    await sheet().getByRole('button', { name: 'Salvar' }).click()
    await card('Padaria do João').getByText('11.222.333/0001-81').waitFor()
    await master.assertAccessible('companies')
  })

  test('S5-031 S4-135 S4-136 its administrator meets a page of a higher tier; a new licence loads the page anew, once, and opens it', async () => {
    const {
      companies: [bakery],
    } = await api.ok<{ companies: Company[] }>('GET', '/tenants?searchParam=padaria')
    await api.ok('PUT', `/tenants/${bakery!.id}`, {
      tier: 'basic',
      trialEndsAt: new Date(Date.now() + 3 * 86_400_000 - 60_000).toISOString(),
    })
    const joao = await takeSeat(browser)
    let loads = 0
    joao.page.on('load', () => {
      loads++
    })
    await joao.page.goto(`${node.base}/#/configuracoes/templates`)
    await fillLogin(joao.page, 'joao@padaria.test', password)
    await joao.page.getByRole('heading', { name: 'Este recurso faz parte do plano Plus' }).waitFor()
    await joao.page.getByText('Seu período de teste termina em 3 dias.').waitFor()
    await joao.assertAccessible('tier notice')
    await joao.page.getByRole('button', { name: 'Ver licença' }).click()
    await joao.page.getByRole('heading', { name: 'Basic' }).waitFor()
    await joao.assertAccessible('licence')

    const version = await keptVersion(joao)
    expect([await version.ask(), await version.ask()], 'kept for five minutes').toEqual(['server', 'cache'])

    const before = loads
    const { token } = await api.ok<{ token: string }>('POST', `/tenants/${bakery!.id}/licence`, { tier: 'plus' })
    await joao.page.getByLabel('Código da licença').fill('nada disso')
    joao.expects(/answered 422: PUT .*license-detail/, /status of 422/)
    await joao.page.getByRole('button', { name: 'Aplicar licença' }).click()
    await joao.page.getByText('A licença não é válida').first().waitFor()
    await joao.page.getByLabel('Código da licença').fill(token)
    await joao.page.getByRole('button', { name: 'Aplicar licença' }).click()
    await seen(() => loads).toBe(before + 1)
    expect(version.renewed(), 'asked of the server, before the page was loaded anew').toBe(1)
    await joao.page.getByRole('heading', { name: 'Plus', exact: true }).waitFor()
    await joao.page.goto(`${node.base}/#/configuracoes/templates`)
    await joao.page.getByRole('heading', { name: 'Modelos de mensagem' }).waitFor()
    expect(loads).toBe(before + 1)
    expect(
      await joao.page.evaluate(() => JSON.parse(localStorage.getItem('licenseCache') ?? 'null') as unknown),
    ).toMatchObject({ type: 'plus', lastCheck: expect.any(Number) })
    joao.assertClean()
    await joao.leave()
  })

  test('S4-131 a blocked company says so to its people, and they come back when it is unblocked', async () => {
    const joao = await takeSeat(browser)
    joao.expects(/answered 40[13]/, /status of 40[13]/)
    await joao.page.goto(`${node.base}/#/home`)
    await fillLogin(joao.page, 'joao@padaria.test', password)
    await navigation(joao.page).waitFor()
    await act('Padaria do João', 'Bloquear')
    await master.page.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }).click()
    await card('Padaria do João').getByText('Bloqueada').waitFor()
    await joao.page.goto('about:blank')
    await joao.page.goto(`${node.base}/#/home`)
    const blocked = joao.page.getByRole('heading', { name: 'A licença da sua empresa está bloqueada' })
    const login = joao.page.getByLabel('E-mail ou telefone')
    await blocked.or(login).first().waitFor()
    if (await login.isVisible()) await fillLogin(joao.page, 'joao@padaria.test', password)
    await blocked.waitFor()
    await joao.assertAccessible('blocked')
    await act('Padaria do João', 'Desbloquear')
    await master.page.getByRole('alertdialog').getByRole('button', { name: 'Desbloquear' }).click()
    await card('Padaria do João').getByText('Bloqueada').waitFor({ state: 'hidden' })
    // The server keeps what it knows of a session for up to a second: a retry before that is answered as before.
    const again = joao.page.getByRole('button', { name: 'Tentar de novo' })
    await seen(async () => {
      if (await again.isEnabled({ timeout: 100 }).catch(() => false)) await again.click()
      return navigation(joao.page).isVisible()
    }).toBe(true)
    await joao.leave()
  })

  test('the storage of a company has a limit; administrators see how much is used, and when it is full', async () => {
    await open('empresas')
    await act('Padaria do João', 'Editar')
    await sheet().getByLabel('Armazenamento (MB)').fill('muito')
    await sheet().getByText('Digite um número inteiro').waitFor()
    await sheet().getByLabel('Armazenamento (MB)').fill('2')
    await sheet().getByRole('button', { name: 'Salvar' }).click()
    await card('Padaria do João')
      .getByText(/^0\sbytes? de 2\sMB$/)
      .waitFor()

    const {
      companies: [bakery],
    } = await api.ok<{ companies: Company[] }>('GET', '/tenants?searchParam=padaria')
    const joao = await takeSeat(browser)
    await joao.page.goto(`${node.base}/#/configuracoes/licenca`)
    await fillLogin(joao.page, 'joao@padaria.test', password)
    const use = joao.page.getByRole('region', { name: 'Em uso' })
    await use.getByText(/^0\sbytes? de 2\sMB$/).waitFor()
    expect(await use.getByRole('status').count()).toBe(0)
    await api.ok('PUT', `/tenants/${bakery!.id}`, { limits: { storage: 0 } })
    await joao.page.reload()
    await joao.page.getByRole('status').filter({ hasText: 'Cheio. Usuários e visitantes do site' }).waitFor()
    await joao.assertAccessible('full storage')
    await look(joao.page, 'storage-full')
    await joao.page.goto(`${node.base}/#/configuracoes/informacoes-sistema`)
    await joao.page.getByText(/^0\sbytes? de 0\sbytes?$/).waitFor()
    joao.assertClean()
    await joao.leave()
    await open('planos')
    await open('empresas')
    await card('Padaria do João').getByText('Armazenamento cheio').waitFor()
    await master.assertAccessible('companies with a full storage')
    await look(master.page, 'companies-storage')
    await api.ok('PUT', `/tenants/${bakery!.id}`, { limits: { storage: null } })
  })

  test('S2-128 a licence is issued, and the licence tab of the installation shows its key and whom it trusts', async () => {
    await open('empresas')
    await act('Padaria do João', 'Emitir licença')
    await sheet().getByRole('button', { name: 'Emitir', exact: true }).click()
    await sheet().getByText('Licença emitida e aplicada.').waitFor()
    expect(await sheet().getByLabel('Código da licença').inputValue()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    await master.assertAccessible('issued licence')
    await sheet().getByRole('button', { name: 'Concluir' }).click()
    await open('globais')
    await master.page.getByRole('tab', { name: 'Licença', exact: true }).click()
    await seen(() => master.page.getByLabel('Chave pública desta instalação').inputValue()).toMatch(/^[\w-]{43}$/)
    await master.page.getByText('Nenhum outro emissor.').waitFor()
    await master.assertAccessible('licence settings')
    master.assertClean()
  })
})
