import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { chatwootWorld, type ChatwootWorld, type Shown } from './chatwoot-api.rig.ts'

let world: ChatwootWorld
beforeAll(async () => {
  world = await chatwootWorld()
})
afterAll(() => world?.close())

const phone = () => `55119${randomInt(60_000_000, 99_999_999)}`

/** An inbox, and a conversation with a contact of it. */
async function talking(name: string, { program } = world.mine) {
  const inbox = await program.ok('POST', '/inboxes/', { name, channel: { type: 'api' } })
  const person = async (words: string) => {
    const number = phone()
    const { payload } = await program.ok('POST', '/contacts', {
      inbox_id: inbox.id,
      name: words,
      phone_number: `+${number}`,
    })
    return { ...payload.contact, number, source: payload.contact_inbox.source_id }
  }
  const open = (contact: { readonly id: number }, more: object = {}) =>
    program.ok('POST', '/conversations', { contact_id: contact.id, inbox_id: inbox.id, ...more })
  const contact = await person(`Rita ${name}`)
  return { program, inbox, person, open, contact, conversation: await open(contact) }
}

interface Counted {
  readonly meta: { readonly all_count: number; readonly assigned_count: number; readonly unassigned_count: number }
  readonly payload: readonly Shown[]
}
const idsOf = (list: readonly { readonly id: number }[]): number[] => list.map(({ id }) => id)

describe('n8n nodes', () => {
  it('name their token in a header with hyphens, and find the account by it', async () => {
    const { program } = world.mine
    const asked = (headers: Record<string, string>) =>
      fetch(`${program.base}/api/v1/profile`, { headers: { accept: 'application/json', ...headers } })
    for (const name of ['Api-Access-Token', 'api-access-token', 'API_ACCESS_TOKEN', 'api_access_token']) {
      const answer = await asked({ [name]: program.token })
      expect(answer.status, name).toBe(200)
      expect(await answer.json()).toMatchObject({ accounts: [{ id: program.account }] })
    }
    expect((await asked({ 'Api-Access-Token': 'rck_x' })).status).toBe(401)
  })

  it('list conversations by assignee, team, labels and name, and count them', async () => {
    const { program, inbox, person, open, conversation } = await talking('listas')
    const [second, third] = [await open(await person('Bruno Lopes')), await open(await person('Carla Dias'))]
    const [agent] = await program.ok<Shown[]>('GET', '/agents')
    const [team] = await program.ok<Shown[]>('GET', '/teams')
    for (const tag of ['urgente', 'vip']) await world.mine.admin.ok('POST', '/tags', { tag, color: '#112233' })
    await program.ok('POST', `/conversations/${second.id}/assignments`, { assignee_id: agent!.id })
    await program.ok('POST', `/conversations/${conversation.id}/labels`, { labels: ['urgente', 'vip'] })
    await program.ok('POST', `/conversations/${third.id}/labels`, { labels: ['vip'] })

    const list = async (query: string): Promise<Counted> =>
      (await program.ok<{ data: Counted }>('GET', `/conversations?inbox_id=${inbox.id}&${query}`)).data
    const all = [third.id, second.id, conversation.id]
    expect(idsOf((await list('q=&page=1')).payload)).toEqual(all)
    expect(idsOf((await list('assignee_type=all&status=open')).payload)).toEqual(all)
    expect(await list('assignee_type=assigned')).toMatchObject({
      meta: { all_count: 3, assigned_count: 1, unassigned_count: 2 },
      payload: [{ id: second.id, meta: { assignee: { id: agent!.id } } }],
    })
    expect(idsOf((await list('assignee_type=unassigned')).payload)).toEqual([third.id, conversation.id])
    expect((await list('assignee_type=me')).payload).toEqual([])
    for (const labels of ['labels=urgente', 'labels[]=Urgente', 'labels=urgente,nenhum'])
      expect(idsOf((await list(labels)).payload), labels).toEqual([conversation.id])
    expect(idsOf((await list('labels=urgente&labels=vip')).payload)).toEqual([third.id, conversation.id])
    expect((await list('labels=nenhum')).payload).toEqual([])
    expect(idsOf((await list('q=Bruno')).payload)).toEqual([second.id])
    expect((await list('q=B')).payload).toEqual([])
    expect((await list('team_id=999999')).payload).toEqual([])
    expect((await list('page=2')).payload).toEqual([])

    const meta = (query: string) => program.ok('GET', `/conversations/meta?inbox_id=${inbox.id}&${query}`)
    expect(await meta('status=open')).toEqual({
      meta: { mine_count: 0, assigned_count: 1, unassigned_count: 2, all_count: 3 },
    })
    expect(await meta('status=resolved')).toMatchObject({ meta: { all_count: 0 } })

    // A team, also by the query, as the mobile app names it.
    const before = await list(`team_id=${team!.id}`)
    expect(before.payload).toEqual([])
    expect(await program.ok('POST', `/conversations/${third.id}/assignments?team_id=${team!.id}`)).toMatchObject({
      id: team!.id,
      name: team!.name,
    })
    expect(idsOf((await list(`team_id=${team!.id}`)).payload)).toEqual([third.id])
  })

  it('filter conversations by conditions, with AND before OR', async () => {
    const { program, inbox, person, open, contact } = await talking('filtros')
    const first = await open(contact, { custom_attributes: { pedido: 'A-1', valor: 30 } })
    const second = await open(await person('Davi Reis'), { custom_attributes: { pedido: 'B-2', valor: 7 } })
    await program.ok('POST', `/conversations/${second.id}/toggle_priority`, { priority: 'urgent' })
    const here = { attribute_key: 'inbox_id', filter_operator: 'equal_to', values: [inbox.id], query_operator: 'AND' }
    const filter = async (...conditions: object[]): Promise<number[]> =>
      idsOf((await program.ok<Counted>('POST', '/conversations/filter', { payload: [here, ...conditions] })).payload)
    const by = (attribute_key: string, filter_operator: string, values: unknown, query_operator: unknown = null) => ({
      attribute_key,
      filter_operator,
      values,
      query_operator,
    })
    expect(await filter(by('pedido', 'equal_to', ['a-1']))).toEqual([first.id])
    expect(await filter(by('pedido', 'not_equal_to', ['A-1']))).toEqual([second.id])
    expect(await filter(by('pedido', 'contains', ['-']))).toEqual([second.id, first.id])
    expect(await filter(by('pedido', 'does_not_contain', ['B']))).toEqual([first.id])
    expect(await filter(by('valor', 'is_greater_than', [10]))).toEqual([first.id])
    expect(await filter(by('status', 'equal_to', ['open']))).toEqual([second.id, first.id])
    expect(await filter(by('status', 'equal_to', [{ id: 'resolved', name: 'Resolved' }]))).toEqual([])
    expect(await filter(by('priority', 'equal_to', ['urgent']))).toEqual([second.id])
    expect(await filter(by('assignee_id', 'is_present', []))).toEqual([])
    expect(await filter(by('display_id', 'equal_to', [String(first.id)]))).toEqual([first.id])
    expect(await filter(by('created_at', 'is_greater_than', ['2020-01-01']))).toEqual([second.id, first.id])
    expect(await filter(by('pedido', 'equal_to', ['X'], 'or'), by('display_id', 'equal_to', [second.id]))).toEqual([
      second.id,
    ])
    // The SDK sends the list alone.
    const alone = [{ ...here, query_operator: null }]
    expect(await program.ok('POST', '/conversations/filter?page=1', alone)).toMatchObject({
      meta: { mine_count: 0, all_count: 2, unassigned_count: 2 },
      payload: [{ id: second.id, custom_attributes: { pedido: 'B-2' } }, { id: first.id }],
    })
    for (const wrong of [
      undefined,
      { payload: [] },
      { payload: [by('pedido', 'starts_with', ['a'])] },
      { payload: [by('created_at', 'is_less_than', ['never'])] },
      { payload: [by('pedido', 'equal_to', [['a']])] },
    ])
      expect(
        (await program.call('POST', `/api/v1/accounts/${program.account}/conversations/filter`, wrong)).status,
      ).toBe(422)
    // Another company’s inbox is none of theirs.
    const theirs = await world.theirs.program.ok<Counted>('POST', '/conversations/filter', { payload: alone })
    expect(theirs.payload).toEqual([])
  })

  it('change the priority, say that they write, and mark as read and unread', async () => {
    const { program, conversation } = await talking('estados')
    const path = `/conversations/${conversation.id}`
    expect(await program.ok('PATCH', path, { priority: 'high' })).toMatchObject({
      id: conversation.id,
      priority: 'high',
    })
    expect(await program.ok('PATCH', path, { sla_policy_id: 1 })).toMatchObject({ priority: 'high' })
    for (const typing_status of ['on', 'recording', 'off'])
      expect(await program.ok('POST', `${path}/toggle_typing_status`, { typing_status, is_private: false })).toBeNull()
    const wrong = await program.call('POST', `/api/v1/accounts/${program.account}${path}/toggle_typing_status`, {})
    expect(wrong.status).toBe(422)
    const seen = await program.ok<{ agent_last_seen_at: number }>('POST', `${path}/update_last_seen`)
    expect(await program.ok('GET', path)).not.toMatchObject({ agent_last_seen_at: 0 })
    expect(seen).toMatchObject({ id: conversation.id })
    expect(await program.ok('POST', `${path}/unread`)).toMatchObject({ id: conversation.id, agent_last_seen_at: 0 })
  })

  it('read single teams and labels, and who is in a team and an inbox', async () => {
    const { program, inbox } = await talking('catálogo')
    const agents = await program.ok<Shown[]>('GET', '/agents')
    const [team] = await program.ok<Shown[]>('GET', '/teams')
    expect(await program.ok('GET', `/teams/${team!.id}`)).toEqual(team)
    expect(await program.ok('GET', `/inbox_members/${inbox.id}`)).toEqual({ payload: agents })
    const members = await program.ok<Shown[]>('GET', `/teams/${team!.id}/team_members`)
    expect(idsOf(agents)).toEqual(expect.arrayContaining(idsOf(members)))
    await world.mine.admin.ok('POST', '/tags', { tag: 'catálogo', color: '#112233' })
    const { payload } = await program.ok<{ payload: { id: number; title: string }[] }>('GET', '/labels')
    const label = payload.find(({ title }) => title === 'catálogo')!
    expect(await program.ok('GET', `/labels/${label.id}`)).toEqual(label)
    for (const path of ['/teams/999999', '/teams/999999/team_members', '/labels/999999', '/inbox_members/999999'])
      expect((await program.call('GET', `/api/v1/accounts/${program.account}${path}`)).status, path).toBe(404)
  })
})

describe('Evolution API', () => {
  it('makes two contacts one, and finds the one that stays by both', async () => {
    const { program, inbox, contact, conversation, person } = await talking('duplos')
    const other = await person('Rita Duplicada')
    const merged = await program.ok('POST', '/actions/contact_merge', {
      base_contact_id: contact.id,
      mergee_contact_id: other.id,
    })
    expect(merged).toMatchObject({ id: contact.id, phone_number: `+${contact.number}` })
    const found = await program.ok('POST', '/contacts/filter', {
      payload: [
        { attribute_key: 'phone_number', filter_operator: 'equal_to', values: [other.number], query_operator: null },
      ],
    })
    expect(idsOf(found.payload)).toEqual([contact.id])
    // What the program knew of the other leads to the conversation of the one.
    await eventually(
      () => program.ok<{ payload: { contact_inboxes: Shown[] } }>('GET', `/contacts/${contact.id}`),
      ({ payload }) => payload.contact_inboxes.some(({ source_id }) => source_id === other.source),
    )
    expect(
      await program.ok('POST', '/conversations', { source_id: other.source, inbox_id: String(inbox.id) }),
    ).toMatchObject({ id: conversation.id })

    const merge = (base: number, mergee: number, { program: by } = world.mine) =>
      by.call('POST', `/api/v1/accounts/${by.account}/actions/contact_merge`, {
        base_contact_id: base,
        mergee_contact_id: mergee,
      })
    expect(await merge(contact.id, contact.id)).toMatchObject({
      status: 422,
      body: { error: 'ERR_CONTACT_MERGE_SAME' },
    })
    expect((await merge(contact.id, 999_999)).status).toBe(404)
    expect((await merge(contact.id, other.id, world.theirs)).status).toBe(404)
    // It is in the audit trail as the plugin’s act.
    const { entries } = await world.mine.admin.ok<{ entries: { action: string; facts: object }[] }>(
      'GET',
      '/audit?action=contacts.merge',
    )
    expect(entries[0]).toMatchObject({ action: 'contacts.merge', facts: { plugin: 'chatwoot-api' } })
  })
})

describe('Chatwoot’s mobile app, once it has a token', () => {
  it('lists, opens, hands over and reads conversations by the fields that it takes out of the answers', async () => {
    const { program, inbox, contact, conversation } = await talking('celular')
    const path = `/conversations/${conversation.id}`
    const listed = async (query: string) =>
      (await program.ok<{ data: Counted }>('GET', `/conversations?${query}&page=1&sort_by=last_activity_at`)).data
    const all = await listed(`inbox_id=${inbox.id}&assignee_type=all&status=open`)
    expect(all.meta).toMatchObject({ mine_count: 0, assigned_count: 0, unassigned_count: 1, all_count: 1 })
    expect(all.payload).toMatchObject([
      {
        ...{ id: conversation.id, inbox_id: inbox.id, account_id: program.account, status: 'open', muted: false },
        ...{ priority: null, labels: [], unread_count: expect.any(Number) as number },
        meta: { sender: { id: contact.id, name: 'Rita celular' }, assignee: null, team: null },
      },
    ])
    expect((await listed('assignee_type=me&status=open')).payload).toEqual([])

    const agents = await program.ok<Shown[]>('GET', '/agents')
    const assignable = (query: string) => program.ok('GET', `/assignable_agents${query}`)
    expect(await assignable(`?inbox_ids[]=${inbox.id}`)).toEqual({ payload: agents })
    expect(await assignable(`?inbox_ids[]=${inbox.id}&inbox_ids[]=${inbox.id}`)).toEqual({ payload: agents })
    const foreign = await talking('alheio', world.theirs)
    for (const id of ['999999', 'x'])
      expect(
        (await program.call('GET', `/api/v1/accounts/${program.account}/assignable_agents?inbox_ids[]=${id}`)).status,
      ).toBe(404)
    const theirs = await foreign.program.ok<{ payload: { name: string }[] }>(
      'GET',
      `/assignable_agents?inbox_ids[]=${foreign.inbox.id}`,
    )
    const names = ({ payload }: { payload: { name: string }[] }): string[] => payload.map(({ name }) => name)
    expect(names(theirs)).not.toEqual(names(await program.ok('GET', '/assignable_agents')))

    const [team] = await program.ok<Shown[]>('GET', '/teams')
    expect(await program.ok('POST', `${path}/assignments?team_id=${team!.id}`)).toEqual(team)
    expect(await program.ok('GET', path)).toMatchObject({ meta: { team } })
    expect((await listed(`inbox_id=${inbox.id}&status=open`)).payload).toMatchObject([{ meta: { team } }])
    expect(await program.ok('POST', `${path}/assignments`, { assignee_id: agents[0]!.id })).toMatchObject({
      id: agents[0]!.id,
      name: agents[0]!.name,
    })
    await program.ok('POST', `${path}/toggle_typing_status`, { typing_status: 'on', is_private: true })
    for (const act of ['unread', 'update_last_seen'])
      expect(await program.ok('POST', `${path}/${act}`)).toMatchObject({
        id: conversation.id,
        unread_count: expect.any(Number) as number,
        agent_last_seen_at: expect.any(Number) as number,
      })
    const sent = await program.ok('POST', `${path}/messages`, {
      ...{ content: 'Do celular', private: false, echo_id: 'eco-1', content_attributes: {} },
    })
    expect(sent).toMatchObject({ content: 'Do celular', message_type: 1, echo_id: 'eco-1' })
    expect(await program.ok('GET', `${path}/messages?before=${sent.id}`)).toMatchObject({
      meta: { labels: [], contact: { id: contact.id }, assignee: { id: agents[0]!.id } },
      payload: [],
    })
    expect(await program.ok('POST', `${path}/toggle_status`, { status: 'resolved' })).toMatchObject({
      payload: { current_status: 'resolved', conversation_id: conversation.id },
    })
  })
})
