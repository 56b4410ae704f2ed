import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { TicketPage, TicketResponders } from '@recado/contracts'
import type { Template } from '../../plugins/waba/src/templates/template.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { draftOf } from './waba-templates.rig.ts'
import { wabaWorld, type NumberSide, type WabaWorld } from './waba.rig.ts'
import { whatsappWorld, type WhatsappWorld } from './whatsapp.rig.ts'

/* What flows send beside texts: polls, as each channel has them, and approved templates of the official WhatsApp. */

type Word = readonly [string, object?]
const graphOf = (nodes: Record<string, Word>, edges: (readonly [string, string, string])[]) => ({
  nodes: Object.entries(nodes).map(([id, [kind, data = {}]]) => ({ id, kind, data })),
  edges: edges.map(([from, outlet, to], at) => ({ id: `e${at}`, from, outlet, to })),
})
const day = 24 * 3_600_000
const options = ['Manhã', 'Tarde', 'Noite']
const polling = graphOf(
  {
    start: ['start'],
    poll: ['message', { parts: [{ kind: 'poll', question: 'Qual horário, {{name}}?', options }] }],
    wait: ['wait', { until: 'reply', minutes: 60, variable: 'time' }],
    end: ['close', { text: 'Anotado: {{time}}' }],
  },
  [
    ['start', 'next', 'poll'],
    ['poll', 'next', 'wait'],
    ['wait', 'replied', 'end'],
  ],
)

const draft = (person: Person, graph: object) =>
  person.ok<{ id: string; faults: object[] }>('POST', '/p/flows/flows', { name: `Fluxo ${randomUUID()}`, graph })
/** Makes a flow that answers everybody first. */
async function answering(person: Person, graph: object): Promise<void> {
  const { id } = await draft(person, graph)
  await person.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
  await person.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
  await person.ok('PUT', '/responders', {
    scope: { kind: 'company' },
    places: [{ plugin: 'flows', name: 'main', input: { flow: id } }],
  })
}

describe('at WhatsApp', () => {
  let world: WhatsappWorld
  beforeAll(async () => {
    world = await whatsappWorld(['flows'])
  })
  afterAll(() => world.close())

  it('a poll of a flow is one that is voted in; a vote does not lead on, a word does', async () => {
    await answering(world.mine.admin, polling)
    const ana = world.simulator.person('Ana Poll', `55119${randomInt(10 ** 7, 10 ** 8)}`)
    const phone = world.simulator.phone(ana, world.mine.account)
    phone.say('Oi')
    const { id, content } = await world.simulator.sentMessage(
      ({ to, content: sent }) =>
        to === ana.jid && (sent.pollCreationMessage ?? sent.pollCreationMessageV3)?.name === 'Qual horário, Ana?',
    )
    const poll = content.pollCreationMessage ?? content.pollCreationMessageV3
    expect(poll?.options?.map(({ optionName }) => optionName)).toEqual(options)
    const ticket = await world.mine.ticket('Ana Poll')
    phone.vote(id, ['Tarde'])
    const counts = JSON.stringify({ counts: [0, 1, 0], voters: 1 })
    await world.mine.last(ticket, ({ votes }) => JSON.stringify(votes) === counts)
    expect(await world.mine.ticket('Ana Poll')).toMatchObject({ status: 'pending', withBot: true })
    phone.say('de tarde')
    await eventually(
      () => world.mine.messages(ticket),
      (messages) => messages.some(({ body }) => body === 'Anotado: de tarde'),
    )
    expect(await world.theirs.tickets('Ana Poll')).toEqual([])
  })
})

describe('at the official WhatsApp', () => {
  let world: WabaWorld
  /** Another number of the same company, of an account of its own. */
  let other: NumberSide
  let approved: Template

  beforeAll(async () => {
    const plugins = ['waba', 'flows'].map((id) => join(import.meta.dirname, '../../plugins', id))
    world = await wabaWorld('meta', { pluginFolders: [pluginFolder(...plugins)] })
    other = await world.connect(world.mine.admin, world.simulator.addLine())
    await other.connected()
    world.mine.line.account.appCallback = (await world.mine.status()).webhookUrl
    const { id } = await world.mine.admin.ok<Template>('POST', '/templates', draftOf(world.mine, { buttons: [] }))
    const submitted = await world.mine.admin.ok<Template>('POST', `/templates/${id}/submit`)
    world.simulator.templates.approve(world.simulator.templates.byId(submitted.wabaId!)!)
    approved = await eventually(
      () => world.mine.admin.ok<Template>('GET', `/templates/${id}`),
      ({ status }) => status === 'APPROVED',
    )
  })
  afterAll(() => world.close())

  const sending = (values: object) =>
    graphOf(
      {
        start: ['start'],
        ask: ['question', { text: 'Qual pedido?', variable: 'order' }],
        told: ['template', { template: approved.name, language: 'pt_BR', values }],
        good: ['close', { text: 'Foi' }],
        bad: ['people', { text: 'Não foi' }],
      },
      [
        ['start', 'next', 'ask'],
        ['ask', 'next', 'told'],
        ['told', 'next', 'good'],
        ['told', 'failed', 'bad'],
      ],
    )
  const values = { 'header.1': '{{order}}', 1: '{{name}}', 2: 'hoje' }
  /** What a number has sent to a customer, as they read it. */
  const read = (side: NumberSide, customer: Parameters<NumberSide['line']['sentTo']>[0]) =>
    side.line.sentTo(customer).map(({ message }) => JSON.stringify(message))

  it('templates to choose from are the approved ones, each once, and of this company alone', async () => {
    const offered = (person: Person, search: string) =>
      person.ok<{ templates: object[] }>('GET', `/p/flows/templates?search=${search}`)
    expect((await offered(world.mine.admin, approved.name)).templates).toEqual([
      {
        name: approved.name,
        language: 'pt_BR',
        text: 'Pedido {{header.1}}\nOlá, {{1}}! Seu pedido chega {{2}}.\nAurora',
        fields: [
          { key: 'header.1', place: 'header', label: '1', example: '42', optional: false },
          { key: '1', place: 'body', label: '1', example: 'Maria', optional: false },
          { key: '2', place: 'body', label: '2', example: 'amanhã', optional: false },
        ],
        connections: [world.mine.connection.name],
      },
    ])
    expect((await offered(world.mine.admin, 'chega')).templates).toHaveLength(1)
    expect((await offered(world.mine.admin, 'nothing')).templates).toEqual([])
    expect((await offered(world.theirs.admin, '')).templates).toEqual([])
  })

  it('a template that is not approved, or lacks a value, keeps a flow from being published, at its block', async () => {
    const whole = await draft(world.mine.admin, sending(values))
    expect(whole.faults).toEqual([])
    const lacking = await draft(world.mine.admin, sending({ ...values, 2: ' ' }))
    const fault = { severity: 'error', nodeId: 'told' }
    expect(lacking.faults).toEqual([{ ...fault, code: 'noValue', field: 'values', name: '2' }])
    const foreign = await draft(world.theirs.admin, sending(values))
    expect(foreign.faults).toEqual([{ ...fault, code: 'unapproved', field: 'template', name: approved.name }])
    expect(await world.theirs.admin.refused('POST', `/p/flows/flows/${foreign.id}/versions`, { revision: 1 })).toBe(
      '409 ERR_FLOW_FAULTS',
    )
  })

  it('a template goes out with what the conversation knows; a number without it takes the other way', async () => {
    await answering(world.mine.admin, sending(values))
    const [eva, rui] = [world.mine.line.customer('Eva Lima'), other.line.customer('Rui Lima')]
    for (const customer of [eva, rui]) customer.write('Oi')
    await world.mine.got(eva, 1)
    await other.got(rui, 1)
    // What a customer writes is put in as it is.
    eva.write('{{name}} 7')
    rui.write('8')
    await world.mine.got(eva, 3)
    await other.got(rui, 2)
    const [, template, bye] = world.mine.line.sentTo(eva).map(({ message }) => message)
    expect(template).toMatchObject({
      type: 'template',
      template: {
        name: approved.name,
        language: { code: 'pt_BR' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: '{{name}} 7' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Eva' },
              { type: 'text', text: 'hoje' },
            ],
          },
        ],
      },
    })
    expect(JSON.stringify(bye)).toContain('Foi')
    expect(read(other, rui)[1]).toContain('Não foi')
    const ticket = await other.ticket('Rui Lima')
    expect(ticket).toMatchObject({ status: 'pending', withBot: false })
    const closed = await eventually(
      () => world.mine.admin.ok<TicketPage>('GET', '/tickets/?status[]=closed&limit=200'),
      ({ tickets }) => tickets.some(({ name }) => name === 'Eva Lima'),
    )
    const messages = await world.mine.messages(closed.tickets.find(({ name }) => name === 'Eva Lima')!)
    const [, sent] = messages.filter(({ fromMe }) => fromMe)
    expect(sent!.parts).toMatchObject([
      { kind: 'template', text: 'Pedido {{name}} 7\nOlá, Eva! Seu pedido chega hoje.\nAurora' },
    ])
  })

  it('a template goes out to who has been silent for days, where a text is refused', async () => {
    const { mine, simulator } = world
    await mine.admin.ok('PUT', '/responders', { scope: { kind: 'company' }, places: [] })
    // They wrote the day before yesterday, by everybody's clock.
    simulator.clock.advance(-2 * day)
    const [lia, teo] = [await mine.talking('Lia'), await mine.talking('Teo')]
    simulator.clock.advance(2 * day)
    const next = (word: Word) =>
      graphOf({ start: ['start'], says: word, end: ['people'] }, [
        ['start', 'next', 'says'],
        ['says', 'next', 'end'],
      ])
    const giveBack = async ({ ticket }: typeof lia, word: Word) => {
      await answering(mine.admin, next(word))
      await mine.admin.ok('POST', `/tickets/${ticket.id}/responders`)
      return eventually(
        () => mine.admin.ok<TicketResponders>('GET', `/tickets/${ticket.id}/responders`),
        ({ decisions }) => decisions.some(({ outcome }) => outcome !== 'began'),
      )
    }
    const told = await giveBack(lia, [
      'template',
      { template: approved.name, language: 'pt_BR', values: { ...values, 'header.1': '7' } },
    ])
    expect(told.decisions[0]).toMatchObject({ plugin: 'flows', outcome: 'people' })
    expect((await mine.got(lia.customer, 1))[0]!.message).toMatchObject({ type: 'template' })
    const refused = await giveBack(teo, ['message', { parts: [{ kind: 'text', text: 'Olá' }] }])
    expect(refused.decisions[0]).toMatchObject({ outcome: 'passed', note: 'ERR_SERVICE_WINDOW_CLOSED' })
    expect(mine.line.sentTo(teo.customer)).toEqual([])
  })

  it('a poll goes out as numbered text, whose answer leads on', async () => {
    await answering(world.mine.admin, polling)
    const ivo = world.mine.line.customer('Ivo Lima')
    ivo.write('Oi')
    await world.mine.got(ivo, 1)
    expect(read(world.mine, ivo)[0]).toContain('Qual horário, Ivo?\\n\\n1. Manhã\\n2. Tarde\\n3. Noite')
    ivo.write('2')
    await world.mine.got(ivo, 2)
    expect(read(world.mine, ivo)[1]).toContain('Anotado: 2')
  })
})
