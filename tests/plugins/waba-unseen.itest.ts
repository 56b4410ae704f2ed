import { randomInt, randomUUID } from 'node:crypto'
import type { Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Customer } from '../../plugins/waba/simulator/customer.ts'
import { eventually } from '../harness/app.ts'
import { becomes, read, submitted, templateWorld, type TemplateWorld } from './waba-templates.rig.ts'

/* Payloads of the Cloud API in shapes that nothing else here has: what a customer sees is what an agent reads. */

type Json = Readonly<Record<string, unknown>>

let world: TemplateWorld
beforeAll(async () => {
  world = await templateWorld()
})
afterAll(() => world.close())

const now = (): string => String(world.mine.line.account.clock.seconds())
const newId = (): string => `wamid.${randomUUID()}`
/** All messages of a conversation, once they are so many. */
const many = (ticket: Pick<Ticket, 'id'>, count: number): Promise<Message[]> =>
  eventually(
    () => world.mine.messages(ticket),
    (found) => found.length === count,
  )
/** Parts or marks of the messages that a customer sends in this order. */
async function shown<T>(payloads: readonly Json[], of: (message: Message) => T): Promise<T[]> {
  const { customer, ticket } = await world.mine.talking()
  for (const { context, ...content } of payloads)
    customer.say(content as { type: string }, context === undefined ? {} : { context: context as Json })
  return (await many(ticket, payloads.length + 1)).slice(1).map(of)
}
const part = ({ parts }: Message): unknown => parts[0]

describe('what a customer passes on', () => {
  const places: readonly (readonly [place: Json, shown: Json])[] = [
    [
      { name: 'Padaria', address: 'Rua B, 12\nCentro' },
      { name: 'Padaria', address: 'Rua B, 12\nCentro' },
    ],
    [{ address: 'Av. Paulista, 1578' }, { address: 'Av. Paulista, 1578' }],
    [{ name: 'Parque' }, { name: 'Parque' }],
    [{}, {}],
    [{ name: '', address: '  ' }, {}],
    [{ name: null, address: null }, {}],
    [
      { name: 'Café', address: 'Rua C', url: 'https://cafe.test/unidades' },
      { name: 'Café', address: 'Rua C\nhttps://cafe.test/unidades' },
    ],
    [
      { name: 'Bar', url: 'https://bar.test' },
      { name: 'Bar', address: 'https://bar.test' },
    ],
    [
      { name: '  Banca  ', address: ' Praça da Sé ' },
      { name: 'Banca', address: 'Praça da Sé' },
    ],
    [{ name: { text: 'x' }, address: 'Rua D' }, { address: 'Rua D' }],
    [
      { name: 'ร้านอาหาร', address: 'ถนนสุขุมวิท' },
      { name: 'ร้านอาหาร', address: 'ถนนสุขุมวิท' },
    ],
  ]
  test('the address of a place is kept', async () => {
    const spots = [
      [-23.55, -46.63],
      ['-23.55', '-46.63'],
    ]
    const payloads = places.map(([place], index) => {
      const [latitude, longitude] = spots[index % 2]!
      return { type: 'location', location: { latitude, longitude, ...place } }
    })
    expect(await shown(payloads, part)).toEqual(
      places.map(([, facts]) => ({ kind: 'location', lat: -23.55, lng: -46.63, ...facts })),
    )
  })

  const cards: readonly (readonly [card: Json, shown: Json])[] = [
    [
      { name: { formatted_name: 'Ana' }, emails: [{ email: 'ana@a.test', type: 'HOME' }, { email: 'a@b.test' }] },
      { name: 'Ana', phones: [], emails: ['ana@a.test', 'a@b.test'] },
    ],
    [
      { name: { formatted_name: 'Bia' }, org: { company: 'Lume', department: 'Vendas', title: 'Gerente' } },
      { name: 'Bia', phones: [], organisation: 'Lume' },
    ],
    [
      {
        name: { formatted_name: 'Caio' },
        org: { department: 'Elétrica', title: 'Chefe' },
        phones: [{ phone: '+55 11 4000-1000' }],
      },
      { name: 'Caio', phones: ['+55 11 4000-1000'], organisation: 'Elétrica' },
    ],
    [
      { org: { company: 'Loja do Zé' }, phones: [] },
      { name: 'Loja do Zé', phones: [], organisation: 'Loja do Zé' },
    ],
    [{ emails: [{ email: 'so@email.test' }] }, { name: 'so@email.test', phones: [], emails: ['so@email.test'] }],
    [
      { name: { first_name: 'Dora', last_name: 'Lima', suffix: 'Jr.' }, phones: [{ wa_id: '5511988880000' }] },
      { name: 'Dora Lima Jr.', phones: ['+5511988880000'] },
    ],
    [
      {
        name: { prefix: 'Dra.', first_name: 'Eva', last_name: 'Melo' },
        phones: [{ phone: '11 4000-2000', type: 'WORK' }],
      },
      { name: 'Dra. Eva Melo', phones: ['11 4000-2000'] },
    ],
    [
      { name: { formatted_name: '  ' }, phones: [{ phone: '+34 600 000 000' }] },
      { name: '+34 600 000 000', phones: ['+34 600 000 000'] },
    ],
    [
      { name: { formatted_name: 'Fábio' }, phones: null, emails: null, org: null },
      { name: 'Fábio', phones: [] },
    ],
    [
      { name: { formatted_name: 'Gil' }, phones: [{ phone: '' }, {}, { phone: '190' }], emails: [{ email: '' }] },
      { name: 'Gil', phones: ['190'] },
    ],
    [
      { name: { formatted_name: 'Hugo' }, org: { company: ' ', department: '' }, birthday: '1990-01-01' },
      { name: 'Hugo', phones: [] },
    ],
  ]
  test('e-mail and organisation of a contact card are kept', async () => {
    const payloads = cards.map(([card]) => ({ type: 'contacts', contacts: [card] }))
    expect(await shown(payloads, part)).toEqual(cards.map(([, card]) => ({ kind: 'contacts', contacts: [card] })))
  })

  const rows: readonly (readonly [row: Json, shown: Json])[] = [
    [
      { id: 'a', title: 'Sul', description: 'Entrega em 3 dias' },
      { id: 'a', label: 'Sul', hint: 'Entrega em 3 dias' },
    ],
    [
      { id: 'b', title: 'Norte' },
      { id: 'b', label: 'Norte' },
    ],
    [
      { id: 'c', title: 'Leste', description: '' },
      { id: 'c', label: 'Leste' },
    ],
    [
      { id: 'd', title: 'Oeste', description: ' \n ' },
      { id: 'd', label: 'Oeste' },
    ],
    [
      { id: 'e', title: '1', description: 'x'.repeat(72) },
      { id: 'e', label: '1', hint: 'x'.repeat(72) },
    ],
    [
      { id: '', title: 'Sem id', description: 'fica' },
      { id: 'Sem id', label: 'Sem id', hint: 'fica' },
    ],
    [
      { id: 7, title: 'Número', description: 'também' },
      { id: '7', label: 'Número', hint: 'também' },
    ],
    [
      { id: 'g', title: 'Duas', description: 'linha um\nlinha dois' },
      { id: 'g', label: 'Duas', hint: 'linha um\nlinha dois' },
    ],
    [
      { id: 'h', title: 'Nulo', description: null },
      { id: 'h', label: 'Nulo' },
    ],
    [
      { id: 'i', title: '', description: 'só a descrição' },
      { id: 'i', label: 'só a descrição' },
    ],
    [
      { id: 'j', title: '☎️', description: 'R$ 1.234,00 · à vista' },
      { id: 'j', label: '☎️', hint: 'R$ 1.234,00 · à vista' },
    ],
  ]
  test('the description of a chosen row is kept', async () => {
    const payloads = rows.map(([row]) => ({
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: row },
    }))
    expect(await shown(payloads, part)).toEqual(rows.map(([, row]) => ({ kind: 'interactiveReply', ...row })))
  })

  const forwards: readonly (readonly [context: Json | undefined, content: Json, mark: unknown])[] = [
    [{ forwarded: true }, { type: 'location', location: { latitude: 1, longitude: 1 } }, 'once'],
    [{ frequently_forwarded: true }, { type: 'text', text: { body: 'a' } }, 'often'],
    [{ forwarded: false, frequently_forwarded: true }, { type: 'text', text: { body: 'b' } }, 'often'],
    [{ forwarded: true, frequently_forwarded: false }, { type: 'text', text: { body: 'c' } }, 'once'],
    [{ forwarded: false, frequently_forwarded: false }, { type: 'text', text: { body: 'd' } }, undefined],
    [{ forwarded: 'true' }, { type: 'text', text: { body: 'e' } }, 'once'],
    [{ frequently_forwarded: 'true' }, { type: 'text', text: { body: 'f' } }, 'often'],
    [{ forwarded: 'false' }, { type: 'text', text: { body: 'g' } }, undefined],
    [{ forwarded: true, from: null, id: null }, { type: 'text', text: { body: 'h' } }, 'once'],
    [{ forwarded: true }, { type: 'contacts', contacts: [{ name: { formatted_name: 'X' } }] }, 'once'],
    [undefined, { type: 'text', text: { body: 'i' } }, undefined],
  ]
  test('that it was forwarded is kept', async () => {
    const payloads = forwards.map(([context, content]) => ({ ...content, ...(context && { context }) }))
    expect(await shown(payloads, ({ forwarded }) => forwarded)).toEqual(forwards.map(([, , mark]) => mark))
  })

  const end = 1_999_999_999
  const until = '2033-05-18T03:33:19'
  const permissions: readonly (readonly [reply: Json, calls: string | null, until?: string])[] = [
    [{ response: 'accept', is_permanent: true }, 'allowed'],
    [{ response: 'accept', is_permanent: 'true' }, 'allowed'],
    [{ response: 'accept', expiration_timestamp: String(end) }, 'temporary', until],
    [{ response: 'accept', expiration_timestamp: end, response_source: 'automatic' }, 'temporary', until],
    [{ response: 'accept', is_permanent: 'false', expiration_timestamp: end }, 'temporary', until],
    [{ response: 'accept', is_permanent: null }, 'temporary'],
    [{ response: 'ACCEPT', is_permanent: true }, 'allowed'],
    [{ response: 'REJECT' }, 'refused'],
    [{ response: 'reject', response_source: 'user_action' }, 'refused'],
    [{ response: 'reject', is_permanent: true }, 'refused'],
    [{ response: 'later' }, null],
  ]
  test('what was replied to a request to call is said', async () => {
    const payloads = permissions.map(([reply]) => ({
      type: 'interactive',
      interactive: { type: 'call_permission_reply', call_permission_reply: reply },
    }))
    expect(await shown(payloads, part)).toEqual(
      permissions.map(([, calls, ends]) =>
        calls === null
          ? { kind: 'unsupported', note: 'interactive call_permission_reply' }
          : expect.objectContaining({
              kind: 'interactiveReply',
              calls,
              ...(ends !== undefined && { until: expect.stringContaining(ends) }),
            }),
      ),
    )
  })
})

describe('a history import', () => {
  const pdf = 'application/pdf'
  const files: readonly (readonly [
    name: string,
    by: 'customer' | 'us',
    kind: string,
    mime: string,
    extra: Json,
    ids: Json,
  ])[] = [
    ['a picture of theirs', 'customer', 'image', 'image/png', { caption: 'foto' }, {}],
    ['a picture of ours', 'us', 'image', 'image/png', {}, {}],
    ['a video', 'customer', 'video', 'video/mp4', {}, {}],
    ['a song', 'customer', 'audio', 'audio/mpeg', {}, {}],
    ['a sticker', 'customer', 'sticker', 'image/webp', { animated: false }, {}],
    ['a document of ours', 'us', 'document', pdf, { filename: 'conta.pdf' }, {}],
    ['a document without a name', 'customer', 'document', pdf, {}, {}],
    ['one that says its place in the import', 'customer', 'document', pdf, {}, { history_context: { status: 'READ' } }],
    ['one whose time is told as a number', 'customer', 'document', pdf, {}, { timestamp: 1_780_000_000 }],
    ['one with a plus before the number', 'customer', 'document', pdf, {}, { plus: true }],
    ['one of ours with an unknown field', 'us', 'document', pdf, { url: 'https://x.test/a' }, { media_key: 'k' }],
  ]
  test.each(files)('%s takes the place of its placeholder', async (_, by, kind, mime, extra, { plus, ...ids }) => {
    const { line } = world.mine
    const customer = line.customer(`Rui ${randomUUID().slice(0, 8)}`)
    const id = newId()
    const of = by === 'us' ? { from: line.phone, to: customer.phone } : { from: `${plus ? '+' : ''}${customer.phone}` }
    line.push(
      {
        contacts: [{ profile: { name: customer.name }, wa_id: customer.phone }],
        history: [
          {
            metadata: { phase: 1, chunk_order: 2, progress: 50 },
            threads: [
              { id: customer.phone, messages: [{ ...of, id, timestamp: '1780000000', type: 'media_placeholder' }] },
            ],
          },
        ],
      },
      'history',
    )
    customer.write('oi')
    const ticket = await world.mine.ticket(customer.name)
    const { id: media, sha256 } = line.keep(Buffer.from('%PDF-1.7 um arquivo'), mime, 7)
    line.push(
      {
        contacts: [{ profile: { name: customer.name }, wa_id: customer.phone }],
        messages: [
          {
            timestamp: '1780000000',
            ...of,
            id,
            type: kind,
            [kind]: { id: media, mime_type: mime, sha256, ...extra },
            ...ids,
          },
        ],
      },
      'history',
    )
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found[0]?.parts[0]?.kind === 'media',
    )
    expect(messages.map(({ fromMe, edited, parts: [first] }) => [fromMe, edited, first!.kind])).toEqual([
      [by === 'us', false, 'media'],
      [false, false, 'text'],
    ])
  })

  const said = 'History sharing is turned off'
  const declines: readonly (readonly [error: Json, state: string])[] = [
    [{ code: 2593109, title: said, message: said, error_data: { details: said } }, 'declined'],
    [{ code: '2593109', title: said }, 'declined'],
    [{ code: 2593109, message: said }, 'declined'],
    [{ code: 2593109 }, 'declined'],
    [{ code: 2593109, title: said, error_data: null }, 'declined'],
    [{ code: 2593109, title: said, error_data: { details: '' }, href: 'https://x.test' }, 'declined'],
    [{ code: 2593109, title: null, message: said }, 'declined'],
    [{ code: 2593108, title: 'History sync failed' }, 'failed'],
    [{ code: '131000', title: 'Something went wrong' }, 'failed'],
    [{ code: 1, message: 'API Unknown' }, 'failed'],
  ]
  test.each(declines)('%j: is said as %s', async (error, state) => {
    const { admin, connection, line } = world.mine
    const past = (wanted: string) =>
      eventually(
        async () =>
          (
            await admin.ok<{ history: { state: string; reason: string | null } | null }>(
              'GET',
              `/p/waba/numbers/${connection.id}`,
            )
          ).history,
        (history) => history?.state === wanted,
      )
    line.push({ history: [{ metadata: { phase: 0, progress: 5 }, threads: [] }] }, 'history')
    await past('running')
    line.push({ history: [{ errors: [error] }] }, 'history')
    expect((await past(state))!.reason).toBeTruthy()
  })
})

describe('a template that is edited at the provider', () => {
  const edits: readonly (readonly [name: string, extra: Json])[] = [
    ['with its new body', { message_template_element: 'novo' }],
    ['with a header', { message_template_title: 'Título' }],
    ['with a footer', { message_template_footer: 'Rodapé' }],
    [
      'with buttons',
      { message_template_buttons: [{ message_template_button_type: 'URL', message_template_button_text: 'Ver' }] },
    ],
    ['with an empty list of buttons', { message_template_buttons: [] }],
    ['with its id as text', { idAs: 'text' }],
    ['with nothing but its name', {}],
    ['with fields of tomorrow', { message_template_carousel: { cards: [] } }],
    ['with a null for the header', { message_template_title: null }],
    ['with a language of two parts and a time', { timestamp: 1_780_000_000 }],
  ]
  test('is read anew, however the notice is written', async () => {
    const { template, stored } = await submitted(world, world.mine)
    world.simulator.templates.approve(stored)
    await becomes(world.mine, template, ({ status }) => status === 'APPROVED')
    for (const [index, [name, { idAs, ...extra }]] of edits.entries()) {
      const body = `Olá, {{1}}! Edição ${index}: {{2}}.`
      const components = stored.components as { type: string; text?: string }[]
      components.find(({ type }) => type === 'BODY')!.text = body
      world.mine.line.deliveries.push({
        account: world.mine.line.account.id,
        field: 'message_template_components_update',
        value: {
          message_template_id: idAs === 'text' ? String(stored.id) : Number(stored.id),
          message_template_name: template.name,
          message_template_language: template.language,
          ...extra,
        },
      })
      expect(await becomes(world.mine, template, (now) => now.body === body), name).toMatchObject({ body })
    }
    expect(await read(world.mine, template)).toMatchObject({ status: 'APPROVED' })
  })
})

describe('one participant’s reading is not everybody’s', () => {
  const receipts: readonly (readonly [name: string, receipt: Json, ends: string])[] = [
    [
      'read by a member',
      { status: 'read', recipient_type: 'group', recipient_participant_id: '5511900000001' },
      'delivered',
    ],
    ['read by a member named by user id', { status: 'read', recipient_participant_user_id: 'BR.1' }, 'delivered'],
    ['read by somebody of a group', { status: 'read', recipient_type: 'group' }, 'delivered'],
    ['read in a group written large', { status: 'read', recipient_type: 'GROUP' }, 'delivered'],
    ['played by a member', { status: 'played', recipient_participant_id: '5511900000001' }, 'delivered'],
    ['delivered to a member', { status: 'delivered', recipient_participant_id: '5511900000001' }, 'delivered'],
    [
      'failed for a member',
      { status: 'failed', recipient_participant_id: '5511900000001', errors: [{ code: 131026 }] },
      'sent',
    ],
    [
      'read by a member, of an individual type',
      { status: 'read', recipient_type: 'individual', recipient_participant_id: '5511900000001' },
      'delivered',
    ],
    ['read by whom it was sent to', { status: 'read', recipient_type: 'individual' }, 'read'],
    ['read by whom it was sent to, without a type', { status: 'read' }, 'read'],
    ['played by whom it was sent to', { status: 'played', recipient_type: 'individual' }, 'played'],
  ]
  test.each(receipts)('%s', async (_, receipt, ends) => {
    const { customer, ticket } = await world.mine.talking()
    const { line } = world.mine
    const { reports } = line
    line.reports = ['sent']
    await world.mine.send(ticket, 'Aviso')
    const [ours] = await world.mine.got(customer, 1)
    await world.mine.last(ticket, ({ status }) => status === 'sent')
    line.reports = reports
    line.push({ statuses: [{ id: ours!.id, timestamp: now(), recipient_id: customer.phone, ...receipt }] })
    customer.write('fim')
    await world.mine.last(ticket, ({ body }) => body === 'fim')
    expect((await world.mine.messages(ticket)).find(({ body }) => body === 'Aviso')).toMatchObject({ status: ends })
  })
})

describe('an echo reaches the same person', () => {
  const ddd = (area: string, first: string): string => `55${area}9${first}${String(randomInt(10 ** 6, 10 ** 7))}`
  const without = (phone: string): string => phone.replace(/^(55\d\d)9/, '$1')
  const kinds: readonly (readonly [name: string, phone: () => string, to: (phone: string) => string])[] = [
    ['in São Paulo, without the digit', () => ddd('11', '8'), without],
    ['in Salvador, without the digit', () => ddd('71', '9'), without],
    ['in Porto Alegre, without the digit', () => ddd('51', '8'), without],
    ['in Rio, without the digit and with a plus', () => ddd('21', '7'), (phone) => `+${without(phone)}`],
    [
      'in Manaus, written with blanks',
      () => ddd('92', '8'),
      (phone) => `+55 92 ${phone.slice(4, 9)} ${phone.slice(9)}`,
    ],
    [
      'known without the digit, echoed with it',
      () => without(ddd('31', '9')),
      (phone) => `${phone.slice(0, 4)}9${phone.slice(4)}`,
    ],
    [
      'known without it in Recife, echoed with it',
      () => without(ddd('81', '8')),
      (phone) => `${phone.slice(0, 4)}9${phone.slice(4)}`,
    ],
    ['with the digit both times', () => ddd('41', '9'), (phone) => phone],
    ['without it both times', () => without(ddd('85', '9')), (phone) => phone],
    ['a number of Portugal, which has no such digit', () => `3519${randomInt(10 ** 7, 10 ** 8)}`, (phone) => phone],
  ]
  test.each(kinds)('%s', async (_, phone, to) => {
    const { line } = world.mine
    const customer: Customer = line.customer(`Lia ${randomUUID().slice(0, 8)}`, phone())
    customer.write('oi')
    const ticket = await world.mine.ticket(customer.name)
    line.push(
      {
        message_echoes: [
          {
            from: line.phone,
            to: to(customer.phone),
            id: newId(),
            timestamp: now(),
            type: 'text',
            text: { body: 'do celular' },
          },
        ],
      },
      'smb_message_echoes',
    )
    expect(await world.mine.last(ticket, ({ body }) => body === 'do celular')).toMatchObject({ fromMe: true })
    expect(await world.mine.tickets(customer.name)).toHaveLength(1)
  })
})
