import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessengerTemplate } from '../../plugins/meta/src/templates/template.ts'
import type { StoredTemplate } from '../../plugins/meta/simulator/templates.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { metaWorld, type AccountSide, type MetaWorld } from './meta.rig.ts'

const day = 24 * 3_600_000
const body = 'Olá {{1}}, seu pedido {{2}} está pronto.'
const examples = { 1: 'Maria', 2: '77' }
const name = (): string => `pedido_${randomUUID().slice(0, 8)}`

describe('message templates of Messenger', () => {
  let world: MetaWorld
  beforeAll(async () => {
    world = await metaWorld('facebook', [pluginFolder(join(import.meta.dirname, '../../plugins/flows'))])
  })
  afterAll(() => world.close())

  const draftOf = (side: AccountSide, change: object = {}) => ({
    connectionId: side.connection.id,
    name: name(),
    language: 'pt_BR',
    body,
    examples,
    ...change,
  })
  const submit = (change: object = {}) =>
    world.mine.admin.ok<MessengerTemplate>('POST', '/p/meta/templates', draftOf(world.mine, change))
  const list = async (person: Person, side: AccountSide, approved = false) =>
    (
      await person.ok<{ templates: MessengerTemplate[] }>(
        'GET',
        `/p/meta/templates?connectionId=${side.connection.id}&approved=${approved}`,
      )
    ).templates
  const answered = async (method: string, path: string, sent?: object) => {
    const { status, body: said } = await world.mine.admin.call(method, path, sent)
    return { status, ...said }
  }
  const made = (change: Partial<StoredTemplate> = {}): StoredTemplate =>
    world.mine.account.templates.add({ name: name(), components: [{ type: 'BODY', text: body }], ...change })
  const part = ({ name: called }: Pick<StoredTemplate, 'name'>, vars: object = { 1: 'Bia', 2: '42' }) => ({
    body: '',
    parts: [{ kind: 'template', name: called, language: 'pt_BR', vars, text: 'Olá Bia, seu pedido 42 está pronto.' }],
  })
  /** A conversation of somebody who has not written for longer than Meta lets people answer. */
  const silent = async (days = 8) => {
    world.simulator.clock.advance(-days * day)
    const talk = await world.mine.talking()
    world.simulator.clock.advance(days * day)
    return talk
  }
  const failed = (ticket: Ticket) => world.mine.last(ticket, ({ status }) => status === 'failed')

  it('after the window nothing but a template passes, which arrives filled in and stands as it is read', async () => {
    const template = made()
    const { customer, ticket } = await silent()
    const text = await world.mine.admin.call('POST', `/messages/${ticket.id}`, { body: 'ainda aí?' })
    expect(text.body).toMatchObject({ error: 'ERR_SERVICE_WINDOW_CLOSED' })
    await world.mine.send(ticket, part(template))
    const [said] = await world.mine.got(customer, 1)
    expect(said).toMatchObject({
      text: 'Olá Bia, seu pedido 42 está pronto.',
      content: { template: { name: template.name, language: { code: 'pt_BR' } } },
    })
    expect(await world.mine.last(ticket, ({ status }) => status === 'delivered')).toMatchObject({
      body: 'Olá Bia, seu pedido 42 está pronto.',
      parts: [{ kind: 'template', name: template.name }],
    })
    await world.mine.account.idle()
    expect(await world.mine.messages(ticket)).toHaveLength(2)
  })

  it('where Meta itself shuts the window after a day, a template still passes', async () => {
    const strict = await world.connect(world.mine.admin, world.simulator.addAccount('facebook'), { humanAgent: false })
    await strict.connected()
    const stored = strict.account.templates.add({ name: name(), components: [{ type: 'BODY', text: body }] })
    world.simulator.clock.advance(-2 * day)
    const { customer, ticket } = await strict.talking()
    world.simulator.clock.advance(2 * day)
    await strict.send(ticket, 'oi?')
    expect(await strict.last(ticket, ({ status }) => status === 'failed')).toMatchObject({
      failure: { kind: 'windowClosed', code: '10/2018278' },
    })
    await strict.send(ticket, part(stored))
    expect((await strict.got(customer, 1))[0]!.text).toContain('pedido 42')
  })

  it('what Meta does not send says why, and the channel stays as it is', async () => {
    const { customer, ticket } = await silent()
    const paused = made({ status: 'PAUSED' })
    await world.mine.send(ticket, part(paused))
    expect(await failed(ticket)).toMatchObject({
      failure: { kind: 'unsupported', code: '100', message: expect.stringContaining('not approved') },
    })
    const lacking = made()
    await world.mine.send(ticket, part(lacking, { 1: 'Bia' }))
    await eventually(
      () => failed(ticket),
      ({ failure }) => failure?.message.includes('Number of parameters') === true,
    )
    world.mine.account.templates.isPermitted = false
    await world.mine.send(ticket, part(made()))
    await eventually(
      () => failed(ticket),
      ({ failure }) => failure?.kind === 'unsupported' && failure.message.includes('page_utility_messaging'),
    )
    world.mine.account.templates.isPermitted = true
    expect(world.mine.account.sentTo(customer)).toEqual([])
    expect((await world.mine.status()).status).toBe('connected')
  })

  it('one that is submitted is judged by Meta, and its state is read from there', async () => {
    const { templates } = world.mine.account
    const approved = await submit()
    expect(approved).toMatchObject({ status: 'APPROVED', isSendable: true, body: { text: body, examples } })
    expect(templates.find(approved.name)).toMatchObject({ category: 'UTILITY', language: 'pt_BR' })
    const advertising = { body: 'Olá {{1}}, o pedido {{2}} tem desconto.' }
    expect(await submit(advertising)).toMatchObject({
      status: 'REJECTED',
      reason: 'TAG_SHOULD_BE_MARKETING',
      isSendable: false,
    })
    templates.waits = true
    const waiting = await submit()
    templates.waits = false
    expect(waiting.status).toBe('PENDING')
    const standing = async () => (await list(world.mine.admin, world.mine)).find(({ id }) => id === waiting.id)?.status
    expect(await standing()).toBe('PENDING')
    templates.decide(templates.find(waiting.name)!)
    expect(await standing()).toBe('APPROVED')
    expect((await list(world.mine.admin, world.mine, true)).every(({ status }) => status === 'APPROVED')).toBe(true)
  })

  it('all of them are read, however many pages Meta gives them in', async () => {
    const before = (await list(world.mine.admin, world.mine)).length
    for (let count = 0; count < 230; count++) made()
    expect(await list(world.mine.admin, world.mine)).toHaveLength(before + 230)
  })

  it('what would be refused is said before; what Meta refuses or does not answer is said after', async () => {
    const refused = await answered(
      'POST',
      '/p/meta/templates',
      draftOf(world.mine, { body: '{{2}} chegou', examples: {} }),
    )
    expect(refused).toMatchObject({ status: 422, error: 'ERR_VALIDATION' })
    expect((refused as unknown as { issues: object[] }).issues).toEqual([
      { path: 'body', message: 'variableOrder' },
      { path: 'body', message: 'variableAtEdge' },
      { path: 'examples.2', message: 'exampleRequired' },
    ])
    const { name: taken } = await submit()
    expect(await answered('POST', '/p/meta/templates', draftOf(world.mine, { name: taken }))).toMatchObject({
      status: 422,
      error: 'ERR_META_REFUSED',
      detail: expect.stringContaining('already exists'),
    })
    world.simulator.faults.plan('templates', 'dropBefore')
    expect(await answered('GET', `/p/meta/templates?connectionId=${world.mine.connection.id}`)).toMatchObject({
      status: 502,
      error: 'ERR_META_FAILED',
    })
  })

  it('each company sees its own pages, and only administrators write', async () => {
    const { mine, theirs } = world
    const path = `/p/meta/templates?connectionId=${mine.connection.id}`
    expect(await theirs.admin.refused('GET', path)).toBe('404 ERR_NO_WAPP_FOUND')
    expect(await theirs.admin.refused('POST', '/p/meta/templates', draftOf(mine))).toBe('404 ERR_NO_WAPP_FOUND')
    const pages = await theirs.admin.ok<{ id: string }[]>('GET', '/p/meta/templates/connections')
    expect(pages.map(({ id }) => id)).toEqual([theirs.connection.id])
    const agent = await world.signIn(world.a.user)
    expect(Array.isArray(await list(agent, mine))).toBe(true)
    expect(await agent.refused('POST', '/p/meta/templates', draftOf(mine))).toMatch(/^403 /)
  })

  it('a flow sends one by name, with the words of the conversation', async () => {
    const { admin, account } = world.theirs
    const { name: called } = account.templates.add({ name: name(), components: [{ type: 'BODY', text: body }] })
    const graph = {
      nodes: [
        { id: 'start', kind: 'start', data: {} },
        {
          id: 'told',
          kind: 'template',
          data: { template: called, language: 'pt_BR', text: body, values: { 1: '{{name}}', 2: '7' } },
        },
        { id: 'end', kind: 'close', data: { text: 'Foi' } },
      ],
      edges: [
        { id: 'e1', from: 'start', outlet: 'next', to: 'told' },
        { id: 'e2', from: 'told', outlet: 'next', to: 'end' },
      ],
    }
    const { id, faults } = await admin.ok<{ id: string; faults: object[] }>('POST', '/p/flows/flows', {
      name: 'Pedidos',
      graph,
    })
    expect(faults).toEqual([])
    await admin.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
    await admin.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
    const places = [{ plugin: 'flows', name: 'main', input: { flow: id } }]
    await admin.ok('PUT', '/responders', { scope: { kind: 'company' }, places })
    const eva = account.person('Eva')
    eva.write('Oi')
    const said = await world.theirs.got(eva, 2)
    expect(said.map(({ text }) => text)).toEqual(['Olá Eva, seu pedido 7 está pronto.', 'Foi'])
  })
})
