import { randomUUID } from 'node:crypto'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EmailSimulator } from '../../plugins/email/simulator/email.ts'
import { HubSimulator } from '../../plugins/hub/simulator/simulator.ts'
import { MetaSimulator } from '../../plugins/meta/simulator/meta.ts'
import { SmsSimulator } from '../../plugins/sms/simulator/simulator.ts'
import { TelegramSimulator } from '../../plugins/telegram/simulator/telegram.ts'
import { WabaSimulator } from '../../plugins/waba/simulator/waba.ts'
import { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import { WuzapiSimulator } from '../../plugins/wuzapi/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { Keys } from './keys.ts'
import { assertFits, look } from './look.ts'

const publicUrl = 'https://recado.example'
const nobody = 'http://127.0.0.1:1'

/** What somebody does to connect one kind of channel, and what they are told. */
interface Way {
  /** As the list of channels names it; the channel gets the same name. */
  readonly kind: string
  /** Sites that the steps lead to. */
  readonly sites?: readonly string[]
  /** The fields of the form by their labels; true and false are ticks, and one in a list is chosen by its words. */
  readonly fields: Readonly<Record<string, string | boolean>>
  /** Labels that are folded away. */
  readonly advanced: readonly string[]
  /** One field as somebody gets it wrong, and what they read then. */
  readonly wrong: readonly [label: string, value: string]
  readonly fault: string
  /** What the card says once it is saved. */
  readonly state?: string
  /** The provider takes the access back; the card says it. */
  readonly breaks?: () => void
  readonly broken?: string
}

/** An administrator connects every kind of channel that has somebody on the other side, and gets one thing wrong. */
describe.skipIf(!launch)('connecting a channel', () => {
  let node: TestApp, browser: Browser, seat: Seat
  const simulators: { close(): Promise<void> }[] = []
  const ways = new Map<string, Way>()

  const card = (name: string): Locator => seat.page.getByRole('article', { name, exact: true })
  const form = (): Locator => seat.page.getByRole('dialog')
  const field = (label: string): Locator => form().getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}`))
  const folded = (): Locator => form().locator('details').filter({ hasText: 'Avançado' })
  const enter = async (label: string, value: string | boolean): Promise<void> => {
    const control = field(label)
    if (!(await control.isVisible())) await folded().locator('summary').click()
    if (typeof value === 'boolean') await control.setChecked(value)
    else if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT')
      await control.selectOption({ label: value })
    else await control.fill(value)
  }

  beforeAll(async () => {
    let base = publicUrl
    const reach = (url: string): string => url.replace(publicUrl, base)
    const keep = <T extends { close(): Promise<void> }>(simulator: T): T => {
      simulators.push(simulator)
      return simulator
    }
    const telegram = keep(await TelegramSimulator.start())
    const waba = keep(await WabaSimulator.start({ reach }))
    const wuzapi = keep(await WuzapiSimulator.start({ reach }))
    const whatsapp = keep(await WhatsappSimulator.start())
    const sms = keep(await SmsSimulator.start())
    const email = keep(await EmailSimulator.start())
    const meta = keep(await MetaSimulator.start({ reach }))
    const hub = keep(await HubSimulator.start({ reach }))
    const bot = telegram.addBot()
    const [line, line360] = [waba.addLine(), waba.addLine('360dialog')]
    const twilio = sms.addTwilio('+15005550006', reach)
    const gateway = sms.addGateway('28398', reach)
    const mailbox = email.addAccount('loja@empresa.test')
    const channel = hub.addAccount().addChannel('mercadolivre')
    const ofMeta = (product: 'instagram' | 'facebook', kind: string): Way => {
      const account = meta.addAccount(product)
      return {
        kind,
        sites: ['developers.facebook.com'],
        fields: {
          'ID da conta ou da página': account.id,
          'ID do aplicativo': account.app.id,
          'Token de acesso': account.token,
          'Chave secreta do aplicativo': account.app.secret,
          'Token de verificação': 'um texto qualquer',
          'Endereço da API': meta.url,
        },
        advanced: ['Versão da API', 'Endereço da API', 'Proxy'],
        wrong: ['Token de acesso', `EAA${'0'.repeat(40)}`],
        fault: 'A Meta não aceita o token de acesso',
        breaks: () => account.withdrawTokens(),
        broken: 'A Meta não aceita o token de acesso',
      }
    }
    for (const way of [
      {
        kind: 'WhatsApp (WuzAPI)',
        sites: ['github.com'],
        fields: {
          'Endereço da API': wuzapi.url,
          Sessão: 'loja',
          'Token da sessão': 'um token da loja',
          'Token da API': wuzapi.adminToken,
        },
        advanced: [],
        wrong: ['Endereço da API', nobody],
        fault: 'O servidor não responde',
        state: 'Aguardando QR code',
        breaks: () => wuzapi.stop(),
        broken: 'O servidor WuzAPI não responde',
      },
      {
        kind: 'WhatsApp oficial (360dialog)',
        sites: ['hub.360dialog.com'],
        fields: { 'Chave da API': line360.apiKey, 'Endereço da API': waba.url },
        advanced: ['Mensagens por segundo', 'Endereço da API', 'Proxy'],
        wrong: ['Chave da API', '0'.repeat(32)],
        fault: 'A 360dialog não aceita a chave da API',
        breaks: () => void line360.withdrawAccess(),
        broken: 'A 360dialog não aceita a chave da API',
      },
      {
        kind: 'WhatsApp oficial (Meta)',
        sites: ['developers.facebook.com', 'business.facebook.com'],
        fields: {
          'ID do número de telefone': line.id,
          'ID da conta do WhatsApp Business': line.account.id,
          'ID do aplicativo': line.account.appId,
          'Token de acesso': line.account.accessToken,
          'Chave secreta do aplicativo': line.account.appSecret,
          'Token de verificação': 'um texto qualquer',
          'Endereço da API': waba.url,
        },
        advanced: ['Versão da API', 'Mensagens por segundo', 'Endereço da API', 'Proxy'],
        wrong: ['Chave secreta do aplicativo', '0'.repeat(32)],
        fault: 'O ID e a chave secreta do aplicativo não combinam',
        breaks: () => line.account.expireToken(),
        broken: 'A Meta não aceita o token de acesso',
      },
      {
        kind: 'WhatsApp (QR code)',
        fields: { 'Servidor simulado': whatsapp.url },
        advanced: ['Versão do WhatsApp Web', 'Servidor simulado', 'Proxy'],
        wrong: ['Servidor simulado', nobody],
        fault: 'O WhatsApp não responde',
        state: 'Aguardando QR code',
      },
      {
        kind: 'Telegram',
        sites: ['t.me'],
        fields: { 'Token do bot': bot.token, 'Endereço da Bot API': telegram.url },
        advanced: ['Endereço da Bot API', 'Proxy'],
        wrong: ['Token do bot', '123456789:nobody_has_this_token_at_all_00'],
        fault: 'O Telegram não aceita o token',
        breaks: () => telegram.bots.delete(bot.token),
        broken: 'O Telegram não aceita o token',
      },
      {
        kind: 'SMS (Twilio)',
        sites: ['console.twilio.com'],
        fields: {
          'Account SID': twilio.sid,
          'Auth token': twilio.token,
          'Número de envio': twilio.number,
          'Endereço da API': sms.url,
        },
        advanced: ['Palavras de descadastro', 'Endereço da API', 'Proxy'],
        wrong: ['Auth token', '0'.repeat(32)],
        fault: 'O provedor não aceita as credenciais',
        breaks: () => (twilio.token = '1'.repeat(32)),
        broken: 'O provedor não aceita as credenciais',
      },
      {
        kind: 'SMS (gateway HTTP)',
        fields: {
          'Endereço de envio': `${sms.gatewayUrl(gateway)}/send`,
          'Token ou senha': gateway.token,
          'Número de envio': '28398',
          'Segredo do webhook': gateway.secret,
          'Endereço do saldo': `${sms.gatewayUrl(gateway)}/balance`,
        },
        advanced: ['Cabeçalhos', 'Onde está o ID na resposta', 'Palavras de descadastro', 'Proxy'],
        wrong: ['Token ou senha', 'outra senha'],
        fault: 'O provedor não aceita as credenciais',
      },
      {
        kind: 'E-mail',
        fields: {
          Usuário: mailbox.address,
          Senha: mailbox.password,
          'Servidor IMAP (entrada)': '127.0.0.1',
          'Porta IMAP': String(email.imapPort),
          'IMAP com TLS': false,
          'Servidor SMTP (saída)': '127.0.0.1',
          'Porta SMTP': String(email.smtpPort),
          'SMTP com TLS': false,
        },
        advanced: ['Outros endereços desta caixa', 'Certificado do seu servidor', 'Proxy'],
        wrong: ['Senha', 'correio-4321'],
        fault: 'O servidor IMAP recusa o usuário ou a senha',
        breaks: () => (mailbox.password = 'trocada ontem'),
        broken: 'O servidor IMAP recusa o usuário ou a senha',
      },
      ofMeta('instagram', 'Instagram'),
      ofMeta('facebook', 'Facebook Messenger'),
      {
        kind: 'NotificaMe Hub',
        sites: ['hub.notificame.com.br'],
        fields: {
          'Canal do hub': 'Mercado Livre',
          'ID do canal': channel.id,
          'Token da conta': channel.account.token,
          'Endereço da API': hub.url,
        },
        advanced: ['Endereço da API', 'Proxy'],
        wrong: ['Token da conta', 'nenhum token desta conta'],
        fault: 'O NotificaMe não aceita o token',
        breaks: () => (channel.account.token = randomUUID()),
        broken: 'O NotificaMe não aceita o token',
      },
    ] satisfies Way[])
      ways.set(way.kind, way)
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl } })
    base = node.base
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin, '/configuracoes/canais')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await Promise.all(simulators.map((simulator) => simulator.close()))
  })
  journey()

  test('every kind of channel can be chosen', async () => {
    await seat.page.getByRole('button', { name: 'Novo canal' }).first().click()
    const kinds = await form().getByRole('button').locator('span.font-medium').allInnerTexts()
    expect(kinds.toSorted()).toEqual([...ways.keys(), 'Chat do site'].toSorted())
    const { compare } = new Intl.Collator('pt-BR', { numeric: true })
    expect(kinds).toEqual([...kinds.filter((kind) => kind !== 'E-mail').toSorted(compare), 'E-mail'])
    await assertFits(seat, 'the kinds of channels')
    await look(seat.page, 'connecting-kinds', [1440, 1024, 390])
    const keys = new Keys(seat.page)
    await keys.write(form().getByRole('searchbox', { name: 'Buscar canal' }), 'oficial whatsapp')
    await seen(() => form().getByRole('button').locator('span.font-medium').allInnerTexts()).toEqual([
      'WhatsApp oficial (360dialog)',
      'WhatsApp oficial (Meta)',
    ])
    await keys.write(form().getByRole('searchbox', { name: 'Buscar canal' }), 'fax')
    await form().getByText('Nenhum canal com esse nome.').waitFor()
    await assertFits(seat, 'no kind of channel')
    await seat.page.keyboard.press('Escape')
  })

  test.each([
    'WhatsApp (WuzAPI)',
    'WhatsApp oficial (360dialog)',
    'WhatsApp oficial (Meta)',
    'WhatsApp (QR code)',
    'Telegram',
    'SMS (Twilio)',
    'SMS (gateway HTTP)',
    'E-mail',
    'Instagram',
    'Facebook Messenger',
    'NotificaMe Hub',
  ])('%s: steps, credentials first, tested before it is kept, and connected', async (kind) => {
    const { page } = seat
    const way = ways.get(kind)!
    await page.getByRole('button', { name: 'Novo canal' }).first().click()
    await form().getByRole('button').filter({ hasText: kind }).first().click()
    await form().getByText('Como conseguir os dados').waitFor()
    const links = form().locator('ol a')
    const hrefs = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).host))
    expect(hrefs).toEqual(way.sites ?? [])
    for (const label of way.advanced) expect([label, await field(label).isVisible()]).toEqual([label, false])
    // What the provider gave stands above what Recado does with the channel.
    const labels = await form().locator('label, legend, summary').allInnerTexts()
    const at = (label: string): number => labels.findIndex((text) => text.startsWith(label))
    for (const label of Object.keys(way.fields)) expect([label, at(label) < at('Fila')]).toEqual([label, true])
    await look(page, `connecting-${kind}`, [1440, 1024, 390])

    for (const [label, value] of Object.entries(way.fields)) await enter(label, value)
    await form().getByLabel('Nome do canal').fill(kind)
    const [wrong, value] = way.wrong
    await enter(wrong, value)
    await form().getByRole('button', { name: 'Criar canal' }).click()
    const words = form().getByRole('status').getByText(way.fault)
    await words.waitFor()
    // What has words of ours is said in them alone.
    expect(await form().getByRole('status').locator('[lang=en]').count()).toBe(0)
    await form().getByRole('button', { name: 'Salvar sem testar' }).waitFor()
    expect(await card(kind).count()).toBe(0)
    await words.scrollIntoViewIfNeeded()
    await assertFits(seat, `what is wrong with ${kind}`)
    await look(page, `connecting-${kind}-fault`, [1440, 1024, 390])

    await enter(wrong, way.fields[wrong]!)
    await form().getByRole('button', { name: 'Criar canal' }).click()
    await form().waitFor({ state: 'detached' })
    await card(kind)
      .getByRole('status')
      .filter({ hasText: way.state ?? 'Conectado' })
      .first()
      .waitFor()
    expect(await card(kind).getByText(way.fault).count()).toBe(0)
    if (!way.state) await card(kind).getByText('Conexão funcionando: ').waitFor()
  })

  test('channels that work fit three widths', async () => {
    await assertFits(seat, 'connected channels')
    await look(seat.page, 'connecting-connected', [1440, 1024, 390])
  })

  test('the card of a channel that broke says what to do', async () => {
    const { page } = seat
    const broken = [...ways.values()].filter((way) => way.breaks !== undefined)
    for (const { kind, breaks } of broken) {
      breaks!()
      await card(kind).getByRole('button', { name: 'Desconectar', exact: true }).click()
      await card(kind).getByRole('button', { name: 'Conectar', exact: true }).click()
    }
    for (const { kind, broken: words } of broken) {
      await card(kind).getByRole('status').getByText(words!, { exact: true }).waitFor()
      await card(kind).getByRole('button', { name: 'Tentar de novo' }).waitFor()
      if (kind !== 'WhatsApp (WuzAPI)') await card(kind).getByRole('button', { name: 'Editar configurações' }).waitFor()
    }
    await assertFits(seat, 'broken channels')
    await look(page, 'connecting-broken', [1440, 1024, 390])
    seat.assertClean()
  })
})
