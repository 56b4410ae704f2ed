import { randomUUID } from 'node:crypto'
import type { Contact, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights } from '../../plugins/telegram/simulator/members.ts'
import type { Chat } from '../../plugins/telegram/simulator/world.ts'
import { telegramWorld, type TelegramWorld } from './telegram.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Read {
  readonly name: string
  readonly description: string | null
  readonly total: number
  readonly mayManage: boolean
  readonly memberActs: readonly string[]
  readonly operations: readonly string[]
  readonly members: readonly { readonly id: string; readonly name: string; readonly role: string }[]
}

let world: TelegramWorld
beforeAll(async () => {
  world = await telegramWorld('polling', ['chat-groups'])
})
afterAll(() => world.close())

const path = (ticket: Ticket, rest = ''): string => `/p/chat-groups/tickets/${ticket.id}/group${rest}`
const read = (ticket: Ticket): Promise<Read> => world.mine.admin.ok<Read>('GET', path(ticket))
const refused = (method: string, ticket: Ticket, rest: string, body?: object): Promise<string> =>
  world.mine.admin.refused(method, path(ticket, rest), body)
const act = (ticket: Ticket, kind: string, people: readonly string[]) =>
  world.mine.admin.ok<{ people: { id: string; outcome: string; code: string | null }[] }>(
    'POST',
    path(ticket, '/members'),
    { act: kind, people },
  )

/** A group with its owner, the bot as administrator with these rights, and two members, one of whom has written. */
async function group(
  kind: 'group' | 'supergroup' = 'supergroup',
  rights: readonly string[] = allRights,
): Promise<{ chat: Chat; ids: Record<'owner' | 'ana' | 'bia', number>; ticket: Ticket }> {
  const { telegram, mine } = world
  const title = `Entregas ${randomUUID().slice(0, 8)}`
  const chat = telegram[kind](title)
  const [owner, ana, bia] = ['Olga', 'Ana', 'Bia'].map((name) => telegram.customer(mine.bot, name))
  chat.members.set(owner!.facts, 'creator')
  chat.members.set(mine.bot.facts, 'administrator', rights)
  chat.members.set(bia!.facts, 'member')
  ana!.say({ text: 'Oi, gente' }, { chat })
  const ids = { owner: owner!.facts.id, ana: ana!.facts.id, bia: bia!.facts.id }
  return { chat, ids, ticket: await mine.ticket(title) }
}

describe('groups of Telegram', () => {
  it('S7-091 a group shows its administrators, how many there are, and what a bot can do with it', async () => {
    const { chat, ids, ticket } = await group()
    const { mine, theirs } = world
    expect(await read(ticket)).toMatchObject({
      name: chat.facts.title,
      description: null,
      total: 4,
      mayManage: true,
      maxDescription: 255,
      onlyAdminsWrite: false,
      onlyAdminsChange: false,
      rules: ['onlyAdminsWrite', 'onlyAdminsChange'],
      memberActs: ['remove', 'promote', 'demote'],
      operations: ['groups.read', 'groups.change', 'groups.members', 'groups.invitation', 'groups.leave'],
      members: [
        { id: String(ids.owner), name: 'Olga', role: 'owner', isSelf: false },
        { id: String(mine.bot.id), role: 'admin', isSelf: true },
      ],
    })
    expect(await theirs.admin.refused('GET', path(ticket))).toBe('404 ERR_NO_TICKET_FOUND')
  })

  it('name, description, picture and rules change, and the conversation follows', async () => {
    const { chat, ticket } = await group()
    const { admin } = world.mine
    const name = `Entregas do dia ${randomUUID().slice(0, 4)}`
    const changed = { name, description: 'Só entregas' }
    expect(await admin.ok('PUT', path(ticket), changed)).toMatchObject(changed)
    // The same again is no failure, though Telegram refuses it.
    expect(await admin.ok('PUT', path(ticket), changed)).toMatchObject(changed)
    expect([chat.facts.title, chat.description]).toEqual([name, 'Só entregas'])
    expect(await world.mine.ticket(name)).toMatchObject({ id: ticket.id })
    const rules = { onlyAdminsWrite: true, onlyAdminsChange: true }
    expect(await admin.ok('PATCH', path(ticket), rules)).toMatchObject(rules)
    expect(chat.permissions).toMatchObject({
      can_send_messages: false,
      can_send_voice_notes: false,
      can_change_info: false,
      can_invite_users: true,
    })
    expect(await admin.ok('PATCH', path(ticket), { onlyAdminsWrite: false })).toMatchObject({
      onlyAdminsWrite: false,
      onlyAdminsChange: true,
    })
    const form = new FormData()
    form.set('picture', new File([png], 'foto.png', { type: 'image/png' }))
    await admin.ok('POST', path(ticket, '/picture'), form)
    expect(Buffer.from(world.telegram.world.files.get(chat.photo!)!.bytes)).toEqual(png)
    const shown = () => admin.ok<Contact>('GET', `/contacts/${ticket.contactId}`)
    expect((await shown()).profilePicUrl).not.toBeNull()
    await admin.ok('DELETE', path(ticket, '/picture'))
    expect([chat.photo, (await shown()).profilePicUrl]).toEqual([undefined, null])
  })

  it('members become administrators with the rights of the bot, lose the rank, and are removed without a ban', async () => {
    const { chat, ids, ticket } = await group(
      'supergroup',
      allRights.filter((right) => right !== 'can_pin_messages'),
    )
    const [ana, bia] = [String(ids.ana), String(ids.bia)]
    expect(await act(ticket, 'promote', [ana])).toEqual({ people: [{ id: ana, outcome: 'done', code: null }] })
    expect(chat.members.find(ids.ana)).toMatchObject({ status: 'administrator' })
    expect(chat.members.find(ids.ana)!.rights).not.toContain('can_pin_messages')
    expect((await read(ticket)).members.map(({ name }) => name)).toContain('Ana')
    const rui = world.telegram.customer(world.mine.bot, 'Rui').facts
    chat.members.set(rui, 'administrator')
    expect(await act(ticket, 'demote', [String(rui.id)])).toEqual({
      people: [{ id: String(rui.id), outcome: 'refused', code: 'IS_ADMIN' }],
    })
    const { people } = await act(ticket, 'remove', [String(rui.id), bia, String(ids.owner), '999', 'Caio'])
    expect(people.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['refused', 'IS_ADMIN'],
      ['done', null],
      ['refused', 'OWNER'],
      ['notThere', 'NO_USER'],
      ['notThere', 'NO_USER'],
    ])
    expect(chat.members.find(ids.bia)!.status).toBe('left')
    await act(ticket, 'demote', [ana])
    expect(chat.members.find(ids.ana)!.status).toBe('member')
    await act(ticket, 'promote', [ana])
    await act(ticket, 'remove', [ana])
    expect([chat.members.find(ids.ana)!.status, chat.members.isInside(rui.id)]).toEqual(['left', true])
  })

  it('a plain group has no ranks: they are not offered, and refused as something that is not there', async () => {
    const { chat, ids, ticket } = await group('group')
    expect((await read(ticket)).memberActs).toEqual(['remove'])
    const promote = { act: 'promote', people: [String(ids.ana)] }
    expect(await refused('POST', ticket, '/members', promote)).toBe('422 ERR_CHANNEL_UNSUPPORTED')
    await act(ticket, 'remove', [String(ids.ana)])
    expect(chat.members.isInside(ids.ana)).toBe(false)
  })

  it('what bots cannot do is refused as such: making groups, adding people, deciding who joins', async () => {
    const { ids, ticket } = await group()
    const add = { act: 'add', people: [String(ids.ana)] }
    expect(await refused('POST', ticket, '/members', add)).toBe('422 ERR_CHANNEL_UNSUPPORTED')
    expect(await refused('PATCH', ticket, '', { approvesJoining: true })).toBe('422 ERR_CHANNEL_UNSUPPORTED')
    expect(await refused('PUT', ticket, '', { name: 'x', description: 'x'.repeat(256) })).toBe(
      '422 ERR_CHANNEL_UNSUPPORTED',
    )
    expect(await refused('GET', ticket, '/requests')).toBe('422 ERR_CHANNEL_UNSUPPORTED')
    expect(await world.mine.admin.ok('GET', '/p/chat-groups/channels')).toEqual({ channels: [] })
    const contact = await world.mine.admin.ok<Contact>('POST', '/contacts', { name: 'Rui', number: '5511988887777' })
    expect(
      await world.mine.admin.refused('POST', '/p/chat-groups/groups', {
        name: 'Grupo',
        connectionId: world.mine.connection.id,
        contactIds: [contact.id],
        key: randomUUID(),
      }),
    ).toBe('422 ERR_CHANNEL_UNSUPPORTED')
  })

  it('the invitation is told, and a new one makes it invalid', async () => {
    const { chat, ticket } = await group()
    const invitation = (renew: boolean) =>
      world.mine.admin.ok<{ url: string }>('POST', path(ticket, '/invitation'), { renew })
    const { url } = await invitation(false)
    expect([url, await invitation(false)]).toEqual([chat.inviteLink, { url }])
    const renewed = await invitation(true)
    expect([renewed.url === url, renewed.url]).toEqual([false, chat.inviteLink])
  })

  it('S8-171 a bot without the right, or outside, changes nothing and is told so', async () => {
    const { chat, ids, ticket } = await group('supergroup', ['can_manage_chat'])
    const rename = { name: 'Outro', description: 'nome' }
    expect(await refused('PUT', ticket, '', rename)).toBe('422 ERR_GROUP_ACTION')
    expect(await refused('POST', ticket, '/members', { act: 'remove', people: [String(ids.ana)] })).toBe(
      '422 ERR_GROUP_ACTION',
    )
    chat.members.set(world.mine.bot.facts, 'member')
    expect((await read(ticket)).mayManage).toBe(false)
    await world.mine.admin.ok('DELETE', path(ticket))
    expect(chat.members.isInside(world.mine.bot.id)).toBe(false)
    expect(await refused('GET', ticket, '')).toBe('422 ERR_GROUP_ACTION')
    expect(chat.facts.title).not.toBe('Outro')
  })

  it('a group that has become a supergroup is followed to its new number', async () => {
    const { telegram, mine } = world
    const { chat, ticket } = await group('group')
    mine.bot.hold()
    const moved = telegram.migrate(mine.bot, chat)
    await mine.admin.ok('PUT', path(ticket), { name: chat.facts.title!, description: 'Mudou' })
    mine.bot.release()
    expect(moved.description).toBe('Mudou')
  })
})
