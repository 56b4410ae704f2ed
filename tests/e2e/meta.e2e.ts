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
const day = 24 * 3_600_000

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
      ...(account.page && { 'ID da página ligada': account.page.id, 'Token da página ligada': account.page.token }),
    }
    await dialog.getByText('Avançado').click()
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(value)
    await look(admin.page, `meta-${product}-form`)
    if (product === 'instagram') {
      const user = dialog.getByLabel(/^Usuário do Instagram/)
      await user.fill(`@${account.username}`)
      await dialog.getByRole('button', { name: 'Criar canal' }).click()
      await dialog.getByText('O formato não é válido').waitFor()
      await user.fill(account.username)
    }
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

  test('of Instagram too, by the page that the account is linked to', async () => {
    const account = accounts.get('instagram')!
    account.person('Maria').giveTo('1217981644879628')
    await customer.page.getByLabel('Account').selectOption(account.id)
    await customer.page.getByLabel('Message').fill('E o vermelho?')
    await customer.page.getByRole('button', { name: 'Send', exact: true }).click()
    await row(admin.page, 'E o vermelho?').click()
    const notice = admin.page.getByRole('region', { name: 'Quem atende esta conversa' })
    await notice.getByText('A caixa de entrada da Meta atende esta conversa').waitFor()
    await notice.getByRole('button', { name: 'Assumir' }).click()
    await notice.getByText('Esta conversa agora é atendida aqui.').waitFor()
    await composer(admin.page).fill('O vermelho acabou.')
    await composer(admin.page).press('Enter')
    await customer.page.getByText('O vermelho acabou.').waitFor()
    account.defaultApp = '123456789'
    await notice.getByRole('button', { name: 'Devolver' }).click()
    await notice.getByText(/Outro aplicativo ligado à conta atende/).waitFor()
    await customer.page.getByLabel('Account').selectOption(accounts.get('facebook')!.id)
    admin.assertClean()
  })

  test('a template is written, judged by Meta, and sent to who has not written for a week', async () => {
    const account = accounts.get('facebook')!
    const { page } = admin
    await page.goto(`${node.base}/#/configuracoes/modelos-messenger`)
    await page.getByText('Nenhum modelo ainda').waitFor()
    await page.getByRole('button', { name: 'Novo modelo' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Enviar para aprovação' }).click()
    await dialog.getByText('Escreva o texto.').waitFor()
    await dialog.getByLabel(/^Nome/).fill('Pedido Pronto')
    await dialog.getByLabel(/^Texto/).fill('Olá {{1}}, seu pedido chega {{2}}')
    await dialog.getByText('O texto não pode começar nem terminar com uma variável.').waitFor()
    await dialog.getByLabel(/^Texto/).fill('Olá {{1}}, seu pedido chega {{2}}.')
    await dialog.getByLabel(/^Exemplo de \{\{1\}\}/).fill('Maria')
    await dialog.getByLabel(/^Exemplo de \{\{2\}\}/).fill('amanhã')
    await dialog.getByRole('region', { name: 'Prévia' }).getByText('Olá Maria, seu pedido chega amanhã.').waitFor()
    await assertFits(admin, 'the editor of a template of Messenger', [1440, 390])
    await look(page, 'meta-template-editor')
    account.templates.waits = true
    await dialog.getByRole('button', { name: 'Enviar para aprovação' }).click()
    const stored = page.getByRole('row').filter({ hasText: 'pedido_pronto' })
    await stored.getByText('Em análise').waitFor()
    account.templates.decide(account.templates.find('pedido_pronto')!)
    await stored.getByText('Aprovado').waitFor()
    await admin.assertAccessible('templates of Messenger')
    await look(page, 'meta-templates', [1440, 390])

    simulator.clock.advance(-8 * day)
    const zilda = account.person('Zilda Souza')
    zilda.write('Quando chega?')
    simulator.clock.advance(8 * day)
    await goTo(page, 'Atendimento')
    await view(page, 'Fila').click()
    await row(page, 'Quando chega?').click()
    await act(page, 'Atender')
    await page.getByText('Só um modelo pode ser enviado agora').waitFor()
    await page.getByRole('button', { name: 'Enviar modelo' }).click()
    await dialog.getByRole('button', { name: /^pedido_pronto/ }).click()
    const value = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
    await dialog.getByRole('button', { name: 'Enviar modelo' }).click()
    await dialog.getByText('Preencha este campo.').waitFor()
    await value('Valor de {{1}}').fill('Zilda')
    await value('Valor de {{2}}').fill('hoje')
    await dialog.getByRole('region', { name: 'Prévia' }).getByText('Olá Zilda, seu pedido chega hoje.').waitFor()
    await assertFits(admin, 'a template of Messenger that is filled in', [1440, 390])
    await look(page, 'meta-template-picker')
    await dialog.getByRole('button', { name: 'Enviar modelo' }).click()
    await thread(page).getByText('Olá Zilda, seu pedido chega hoje.').waitFor()
    await customer.page.getByLabel('Name').fill('Zilda Souza')
    await customer.page.getByLabel('Name').press('Tab')
    await customer.page.getByText('Olá Zilda, seu pedido chega hoje.').waitFor()
    admin.assertClean()
  })
})
