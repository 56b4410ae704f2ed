import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Account } from '../../plugins/meta/simulator/account.ts'
import { MetaSimulator } from '../../plugins/meta/simulator/meta.ts'
import type { TestApp } from '../harness/app.ts'
import {
  act,
  composer,
  goTo,
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { assertFits, look } from './look.ts'

const publicUrl = 'https://recado.example'

/** An administrator connects an account of Instagram and a page; customers write from the page of the simulator. */
describe.skipIf(!launch)('Instagram and Messenger', () => {
  let node: TestApp, browser: Browser, admin: Seat, customer: Seat, simulator: MetaSimulator
  const accounts = new Map<Account['product'], Account>()
  const card = (name: string): Locator => admin.page.getByRole('article', { name, exact: true })

  beforeAll(async () => {
    let base = publicUrl
    simulator = await MetaSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
    for (const product of ['instagram', 'facebook'] as const) accounts.set(product, simulator.addAccount(product))
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl } })
    base = node.base
    browser = await openBrowser()
    admin = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    customer = await takeSeat(browser, { viewport: { width: 390, height: 844 } })
    await signIn(admin, node.base, node.a.admin, '/configuracoes/canais')
    await customer.page.goto(simulator.url)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  const connect = async (product: Account['product'], kind: RegExp, name: string): Promise<void> => {
    const account = accounts.get(product)!
    await admin.page.getByRole('button', { name: 'Novo canal' }).first().click()
    await admin.page.getByRole('button', { name: kind }).click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByLabel('Nome do canal').fill(name)
    const fields = {
      'ID da conta ou da página': account.id,
      'ID do aplicativo': account.app.id,
      'Token de acesso': account.token,
      'Chave secreta do aplicativo': account.app.secret,
      'Token de verificação': 'um token qualquer',
      'Endereço da API': simulator.url,
    }
    await dialog.getByText('Avançado').click()
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(value)
    await look(admin.page, `meta-${product}-form`)
    await dialog.getByRole('button', { name: 'Criar canal' }).click()
    await card(name).getByRole('status').filter({ hasText: 'Conectado' }).first().waitFor()
  }

  test('S3-053 S3-057 an account of Instagram and a page of Facebook are connected', async () => {
    await connect('instagram', /^Instagram/, 'Insta da loja')
    await connect('facebook', /^Facebook Messenger/, 'Página da loja')
    await admin.assertAccessible('connected accounts')
    await look(admin.page, 'meta-connected')
    admin.assertClean()
  })

  test('S1-006 customers of both write, the agent answers, and both answers arrive', async () => {
    await goTo(admin.page, 'Atendimento')
    for (const [product, words] of [
      ['instagram', 'Vocês têm o vestido azul?'],
      ['facebook', 'A loja abre no sábado?'],
    ] as const) {
      await customer.page.getByLabel('Account').selectOption(accounts.get(product)!.id)
      await customer.page.getByLabel('Message').fill(words)
      await customer.page.getByRole('button', { name: 'Send', exact: true }).click()
      await view(admin.page, 'Fila').click()
      await row(admin.page, words).click()
      await act(admin.page, 'Atender')
      await composer(admin.page).fill(`Sim! (${product})`)
      await composer(admin.page).press('Enter')
      await customer.page.getByText(`Sim! (${product})`).waitFor()
      await customer.page.getByRole('button', { name: 'Read all' }).click()
      await thread(admin.page).getByLabel(/Lida/).first().waitFor()
    }
    await look(admin.page, 'meta-conversation')
    await look(customer.page, 'meta-simulator', [1440, 390])
    admin.assertClean()
    customer.assertClean()
  })

  test('a conversation that another app answers is said to be its, and the agent takes it over', async () => {
    const page = accounts.get('facebook')!
    page.person('Maria').giveTo('263902037430900')
    await customer.page.getByLabel('Message').fill('E no domingo?')
    await customer.page.getByRole('button', { name: 'Send', exact: true }).click()
    await thread(admin.page).getByText('E no domingo?').waitFor()
    const notice = admin.page.getByRole('region', { name: 'Quem atende esta conversa' })
    await notice.getByText('A caixa de entrada da Meta atende esta conversa').waitFor()
    await assertFits(admin, 'a conversation that another app answers', [1440, 390])
    await notice.getByRole('button', { name: 'Assumir' }).click()
    await notice.getByText('Esta conversa agora é atendida aqui.').waitFor()
    await look(admin.page, 'meta-taken')
    await composer(admin.page).fill('Domingo não.')
    await composer(admin.page).press('Enter')
    await customer.page.getByText('Domingo não.').waitFor()
    page.defaultApp = '123456789'
    await notice.getByRole('button', { name: 'Devolver' }).click()
    await notice.getByText(/Outro aplicativo ligado à página atende/).waitFor()
    admin.assertClean()
  })
})
