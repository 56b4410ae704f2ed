import type { Ticket, TicketPage } from '@recado/contracts'
import type { Sql } from 'postgres'
import type { Browser } from 'playwright-core'
import { newId } from '../../core/src/base/ids.ts'
import type { TestTenant } from '../harness/tenants.ts'
import { Visitor } from '../plugins/webchat.rig.ts'

/** Calls the API as somebody; answers the body or throws. */
export interface Caller {
  ok<T>(method: string, path: string, body?: unknown): Promise<T>
}

/** A company to furnish: `a` of a test node, or one that was made for pictures. */
export interface Company {
  readonly base: string
  readonly tenant: TestTenant
  /** The owner's client: names and times are set behind the services' back. */
  readonly owner: Sql
  /** An administrator. */
  readonly admin: Caller
  /** The agent whose conversation it is. */
  readonly agent: Caller
}

export interface Furnished {
  readonly ticketId: string
  readonly lastWords: string
}

/** What the customer says, what is answered, and what a colleague notes. */
type Line = readonly ['in' | 'out' | 'note', string]
type Channel = keyof typeof channels
interface Story {
  readonly name: string
  readonly email?: string
  readonly queue: 'sales' | 'support' | 'billing'
  readonly tag?: string
  readonly state: 'pending' | 'open' | 'closed'
  readonly by?: 'agent' | 'admin'
  readonly minutesAgo: number
  readonly lines: readonly Line[]
  readonly channel?: Channel
  readonly priority?: Ticket['priority']
}

/** Where customers write from besides the web chat. Nobody listens there. */
const channels = {
  waba: 'WhatsApp da loja',
  telegram: 'Telegram',
  sms: 'SMS',
  email: 'Atendimento por e-mail',
} as const

const stories: readonly Story[] = [
  {
    name: 'Otávio Brandão',
    queue: 'sales',
    state: 'closed',
    by: 'agent',
    minutesAgo: 260,
    lines: [
      ['in', 'O cupom funcionou, obrigado!'],
      ['out', 'Que bom! Qualquer coisa, é só chamar.'],
    ],
  },
  {
    name: 'Simone Cardoso',
    channel: 'email',
    queue: 'billing',
    tag: 'Segunda via',
    state: 'open',
    by: 'admin',
    minutesAgo: 96,
    lines: [
      ['in', 'Preciso da segunda via do boleto de outubro.'],
      ['out', 'Enviei para o seu e-mail agora.'],
    ],
  },
  {
    name: 'Jonas Teixeira',
    channel: 'waba',
    queue: 'sales',
    tag: 'Atacado',
    state: 'open',
    by: 'agent',
    minutesAgo: 58,
    lines: [
      ['in', 'Vocês fazem preço para escola? São 300 cadernos.'],
      ['out', 'Fazemos, sim. Já preparo uma proposta.'],
    ],
  },
  {
    name: 'Priscila Amaral',
    channel: 'waba',
    priority: 'high',
    queue: 'support',
    tag: 'Troca',
    state: 'open',
    by: 'admin',
    minutesAgo: 41,
    lines: [
      ['in', 'O estojo chegou com o zíper quebrado'],
      ['out', 'Sinto muito! Pode mandar uma foto?'],
      ['in', 'Mando assim que chegar em casa'],
    ],
  },
  {
    name: 'Wagner Pires',
    channel: 'telegram',
    queue: 'sales',
    state: 'pending',
    minutesAgo: 17,
    lines: [['in', 'Boa tarde, tem nanquim à prova d’água?']],
  },
  {
    name: 'Larissa Fontes',
    queue: 'sales',
    tag: 'Presente',
    state: 'pending',
    minutesAgo: 9,
    lines: [
      ['in', 'Oi! Vocês embrulham para presente?'],
      ['in', 'Seria para sexta-feira'],
    ],
  },
  {
    name: 'Caetano Moura',
    channel: 'sms',
    priority: 'urgent',
    queue: 'billing',
    state: 'pending',
    minutesAgo: 4,
    lines: [['in', 'Meu pagamento não foi reconhecido']],
  },
]

const main: Story = {
  name: 'Marina Duarte',
  email: 'marina@exemplo.com.br',
  queue: 'sales',
  tag: 'Cliente fiel',
  state: 'open',
  by: 'agent',
  minutesAgo: 2,
  lines: [
    ['in', 'Boa tarde! Vi um caderno de capa verde na vitrine.'],
    ['in', 'Ainda tem?'],
    ['out', 'Boa tarde, Marina! Temos, sim: A5, pautado ou sem pauta.'],
    ['in', 'É este aqui?'],
    ['out', 'Esse mesmo. A capa é de linho e o papel tem 90 g.'],
    ['out', 'R$ 48,00 a unidade; levando dois, o frete é por nossa conta.'],
    ['in', 'Perfeito, quero dois sem pauta!'],
    ['note', 'Separei os dois últimos no balcão, <@agent>.'],
    ['out', 'Separei para você. Segue o pedido para conferir:'],
    ['in', 'Tudo certo. Vocês entregam ainda hoje?'],
  ],
}
/** The picture follows this line, the document goes with that one. */
const photoAfter = 'É este aqui?'
const orderWith = 'Separei para você. Segue o pedido para conferir:'

/** Fills a company with a believable day: queues, tags, people, and conversations in every state. */
export async function furnish(company: Company, photo: Uint8Array<ArrayBuffer>): Promise<Furnished> {
  const { owner, tenant, admin } = company
  await owner`update core.tenant set name = 'Papelaria Aurora' where id = ${tenant.id}`
  for (const [user, name] of [
    [tenant.admin, 'Beatriz Nogueira'],
    [tenant.supervisor, 'Helena Sales'],
    [tenant.user, 'Rafael Lima'],
    [tenant.colleague, 'Tiago Rocha'],
  ] as const)
    await owner`update core.user_account set name = ${name} where id = ${user.id}`
  await owner`update core.queue set color = '#0e7490' where id = ${tenant.sales}`
  await owner`update core.queue set color = '#b45309' where id = ${tenant.support}`
  const billing = await admin.ok<{ id: string }>('POST', '/queue', { queue: 'Financeiro', color: '#7c3aed' })
  await owner`update core.connection set name = 'Site da loja' where id = ${tenant.connection}`
  const queues = { sales: tenant.sales, support: tenant.support, billing: billing.id }
  const tags = new Map<string, string>()
  for (const [tag, color] of [
    ['Cliente fiel', '#15803d'],
    ['Atacado', '#0e7490'],
    ['Troca', '#b91c1c'],
    ['Presente', '#a21caf'],
    ['Segunda via', '#b45309'],
  ] as const)
    tags.set(tag, (await admin.ok<{ id: string }>('POST', '/tags', { tag, color })).id)
  for (const [key, message, scope] of [
    ['horario', 'Abrimos de segunda a sábado, das 9 às 18.', 'global'],
    ['frete', 'O frete é grátis acima de R$ 90,00.', 'global'],
    ['obrigado', 'Obrigado pela preferência, {{name}}!', 'personal'],
  ] as const)
    await admin.ok('POST', '/fastreply', { key, message, scope, queueId: null })

  const connections = new Map<Channel, string>()
  for (const [channel, name] of Object.entries(channels) as [Channel, string][]) {
    const [row] = await owner<{ id: string }[]>`
      insert into core.connection ${owner({
        id: newId(),
        tenant_id: tenant.id,
        name,
        plugin: channel,
        type: channel,
        hook_secret: newId(),
        status: 'inactive',
        is_active: false,
      })}
      returning id`
    connections.set(channel, row!.id)
  }
  await admin.ok('PUT', '/settings/slaColours', { key: 'slaColours', value: 'enabled' })

  const tell = async (story: Story): Promise<Ticket> => {
    await admin.ok('PUT', `/whatsapp/${tenant.connection}`, { queueId: queues[story.queue] })
    const visitor = new Visitor(company.base, tenant.connection)
    await visitor.session({ profile: { name: story.name, ...(story.email ? { email: story.email } : {}) } })
    const answering = story.by === 'admin' ? admin : company.agent
    let ticket: Ticket | undefined
    for (const [from, text] of story.lines) {
      if (from === 'in') await visitor.say(text)
      else if (from === 'out') await send(answering, ticket!, text)
      else
        await admin.ok('POST', `/p/notes/tickets/${ticket!.id}/notes`, {
          content: text.replace('<@agent>', `<@${tenant.user.id}>`),
        })
      if (text === photoAfter) await visitor.attach('caderno-verde.png', photo, 'image/png')
      ticket ??= await ticketOf(admin, story.name)
      if (story.state !== 'pending' && ticket.status === 'pending')
        ticket = await answering.ok<Ticket>('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    }
    if (story.state === 'closed') await answering.ok('PUT', `/tickets/${ticket!.id}`, { status: 'closed' })
    if (story.tag) {
      const tag = { tenant_id: tenant.id, tag_id: tags.get(story.tag)! }
      await owner`insert into core.contact_tag ${owner({ ...tag, contact_id: ticket!.contactId })}`
      await owner`insert into core.ticket_tag ${owner({ ...tag, ticket_id: ticket!.id })}`
    }
    if (story.priority) await admin.ok('PUT', `/tickets/${ticket!.id}`, { priority: story.priority })
    if (story.channel)
      await owner`
        update core.ticket set channel = ${story.channel}, connection_id = ${connections.get(story.channel)!}
         where id = ${ticket!.id}`
    await settle(owner, ticket!, story)
    return ticket!
  }
  for (const story of stories) await tell(story)
  const ticket = await tell(main)
  const [, lastWords] = main.lines.at(-1)!
  return { ticketId: ticket.id, lastWords }
}

async function send(caller: Caller, ticket: Ticket, body: string): Promise<void> {
  if (body !== orderWith) return void (await caller.ok('POST', `/messages/${ticket.id}`, { body }))
  const form = new FormData()
  form.set('body', body)
  form.set('medias', new File(['%PDF-1.7\n', new Uint8Array(84_000)], 'pedido-1047.pdf', { type: 'application/pdf' }))
  await caller.ok('POST', `/messages/${ticket.id}`, form)
}

async function ticketOf(admin: Caller, name: string): Promise<Ticket> {
  const found = (
    await admin.ok<TicketPage>('GET', '/tickets?status[]=pending&status[]=open&showAll=true')
  ).tickets.find((ticket) => ticket.name === name)
  if (!found) throw new Error(`${name} has no ticket`)
  return found
}

/** Spreads what was said in a moment over the minutes before now; what was answered has been read. */
async function settle(owner: Sql, ticket: Ticket, story: Story): Promise<void> {
  await owner`
    update core.message m
       set sent_at = now() - make_interval(mins => ${story.minutesAgo}) - (n.total - n.place) * interval '70 seconds',
           status = case when m.from_me then 'read' else m.status end
      from (select id, row_number() over (order by position) as place, count(*) over () as total
              from core.message
             where ticket_id = ${ticket.id}) n
     where n.id = m.id`
  await owner`
    update plg_notes.note n set created_at = at, updated_at = at
      from (select now() - make_interval(mins => ${story.minutesAgo}) - interval '100 seconds' as at) t
     where n.ticket_id = ${ticket.id}`
  await owner`
    update core.ticket
       set created_at = now() - make_interval(mins => ${story.minutesAgo + 14}),
           updated_at = now() - make_interval(mins => ${story.minutesAgo}),
           last_message_at = now() - make_interval(mins => ${story.minutesAgo})
     where id = ${ticket.id}`
  await owner`
    update core.ticket_log l
       set created_at = now() - make_interval(mins => ${story.minutesAgo + 14}) + n.place * interval '40 seconds'
      from (select id, row_number() over (order by (type = 'create') desc, created_at) as place
              from core.ticket_log
             where ticket_id = ${ticket.id}) n
     where n.id = l.id`
}

/** A photograph of a notebook, as far as a browser can draw one. */
export async function drawPhoto(browser: Browser): Promise<Uint8Array<ArrayBuffer>> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } })
  await page.setContent(`
    <style>
      body { margin: 0; height: 480px; display: grid; place-items: center;
        background: radial-gradient(circle at 30% 20%, #f3e9dc, #cdb79c) }
      main { width: 250px; height: 350px; rotate: -7deg; border-radius: 6px 14px 14px 6px; position: relative;
        background: linear-gradient(100deg, #0b4d3c 0 24px, #0f6b52 24px 60%, #0c5a45);
        box-shadow: 18px 26px 50px #0006, inset -2px -2px 6px #0005 }
      div { position: absolute; right: 34px; top: 0; bottom: 0; width: 9px; background: #1c2b26;
        box-shadow: 0 0 3px #0008 }
      p { position: absolute; left: 58px; top: 74px; margin: 0; padding: 14px 18px; background: #efe6d4;
        border-radius: 3px; font: 600 17px Georgia, serif; color: #3b3428 }
    </style>
    <main><div></div><p>Aurora</p></main>`)
  const photo = await page.screenshot()
  await page.close()
  return new Uint8Array(photo)
}
