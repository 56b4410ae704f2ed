import { randomInt, randomUUID } from 'node:crypto'
import type { Contact, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Group } from '../../plugins/whatsapp/simulator/group.ts'
import { eventually, type Person } from '../harness/app.ts'
import { whatsappWorld, type NumberSide, type WhatsappWorld } from './whatsapp.rig.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Member {
  readonly id: string
  readonly name: string | null
  readonly phone: string | null
  readonly role: string
  readonly isSelf: boolean
}
interface Read {
  readonly name: string
  readonly description: string | null
  readonly mayManage: boolean
  readonly onlyAdminsWrite: boolean
  readonly approvesJoining: boolean
  readonly members: readonly Member[]
}
interface Outcomes {
  readonly people: readonly { readonly id: string; readonly outcome: string; readonly code: string | null }[]
}

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld(['chat-groups'])
})
afterAll(() => world.close())

const number = (): string => `55119${randomInt(10 ** 7, 10 ** 8)}`
const someone = (name = `Ana ${randomUUID().slice(0, 8)}`) => world.simulator.person(name, number())
const path = (ticket: Ticket, rest = ''): string => `/p/chat-groups/tickets/${ticket.id}/group${rest}`

/** A group of the number with one member who has written into it. */
async function group(side: NumberSide = world.mine) {
  const made = new Group(`Entregas ${randomUUID().slice(0, 8)}`, side.account.number)
  world.simulator.groups.set(made.id, made)
  const person = someone()
  made.members.set(person.number, 'member')
  world.simulator.phone(person, side.account, made).say('Oi, gente')
  return { made, person, ticket: await side.ticket(made.subject) }
}
const read = (ticket: Ticket, who: Person = world.mine.admin): Promise<Read> => who.ok<Read>('GET', path(ticket))
const contact = (phone: string): Promise<Contact> =>
  world.mine.admin.ok<Contact>('POST', '/contacts', { name: `Contato ${phone}`, number: phone })
const codeOf = async (asking: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
  const { status, body } = await asking
  return [status, (body as { error?: string }).error]
}
const issuesOf = async (asking: Promise<{ status: number; body: unknown }>): Promise<string[]> =>
  ((await asking).body as { issues?: { path: string }[] }).issues?.map((issue) => issue.path) ?? []

describe('groups of WhatsApp', () => {
  it('S1-035 S7-091 a group is read beside its conversation, changed, and seen by its own company alone', async () => {
    const { made, person, ticket } = await group()
    expect(await read(ticket)).toMatchObject({
      name: made.subject,
      description: null,
      mayManage: true,
      members: [
        { phone: world.mine.account.number, role: 'owner', isSelf: true },
        { phone: person.number, role: 'member', isSelf: false },
      ],
    })
    const name = `Entregas do dia ${randomUUID().slice(0, 4)}`
    const changed = await world.mine.admin.ok<Read>('PUT', path(ticket), { name, description: 'Só entregas' })
    expect(changed).toMatchObject({ name, description: 'Só entregas' })
    expect([made.subject, made.description?.text]).toEqual([name, 'Só entregas'])
    expect(await world.mine.ticket(name)).toMatchObject({ id: ticket.id, name })
    const ruled = await world.mine.admin.ok<Read>('PATCH', path(ticket), {
      onlyAdminsWrite: true,
      approvesJoining: true,
    })
    expect(ruled).toMatchObject({ onlyAdminsWrite: true, approvesJoining: true })
    expect([made.announce, made.joinApproval, made.locked]).toEqual([true, true, false])
    expect(await codeOf(world.theirs.admin.call('GET', path(ticket)))).toEqual([404, 'ERR_NO_TICKET_FOUND'])
  })

  it('members are added, made administrators, and removed; what fails is said of each', async () => {
    const { made, person, ticket } = await group()
    const act = (kind: string, people: readonly string[]): Promise<Outcomes> =>
      world.mine.admin.ok<Outcomes>('POST', path(ticket, '/members'), { act: kind, people })
    const [bia, shy] = [someone('Bia'), someone('Reservado')]
    world.simulator.refusesGroups.add(shy.number)
    const nobody = number()
    const { people } = await act('add', [`+${bia.number}`, shy.number, person.number, nobody])
    expect(new Map(people.map(({ id, outcome }) => [id, outcome]))).toEqual(
      new Map([
        [`+${bia.number}`, 'done'],
        [shy.number, 'privacy'],
        [person.number, 'alreadyThere'],
        [nobody, 'notThere'],
      ]),
    )
    const idOf = async (phone: string): Promise<string> =>
      (await read(ticket)).members.find((member) => member.phone === phone)!.id
    await act('promote', [await idOf(bia.number)])
    expect(made.members.get(bia.number)).toBe('admin')
    await act('demote', [await idOf(bia.number)])
    expect(made.members.get(bia.number)).toBe('member')
    await act('remove', [await idOf(person.number)])
    expect([...made.members.keys()].toSorted()).toEqual([world.mine.account.number, bia.number].toSorted())
  })

  it('S4-143 S4-144 requests to join are approved and rejected', async () => {
    const { made, ticket } = await group()
    const [wanted, unwanted] = [someone(), someone()]
    made.requests.add(wanted.number).add(unwanted.number)
    const asking = await world.mine.admin.ok<{ requests: { id: string; phone: string }[] }>(
      'GET',
      path(ticket, '/requests'),
    )
    expect(asking.requests.map(({ phone }) => phone)).toEqual([wanted.number, unwanted.number])
    const decide = (decision: string, phone: string): Promise<Outcomes> =>
      world.mine.admin.ok<Outcomes>('POST', path(ticket, '/requests'), {
        decision,
        people: [asking.requests.find((request) => request.phone === phone)!.id],
      })
    await decide('approve', wanted.number)
    await decide('reject', unwanted.number)
    expect([made.members.has(wanted.number), made.members.has(unwanted.number), made.requests.size]).toEqual([
      true,
      false,
      0,
    ])
  })

  it('the invitation is told, and another one makes it invalid', async () => {
    const { made, ticket } = await group()
    const invitation = (renew: boolean) =>
      world.mine.admin.ok<{ url: string }>('POST', path(ticket, '/invitation'), { renew })
    const first = await invitation(false)
    expect(first.url).toBe(`https://chat.whatsapp.com/${made.invite}`)
    const second = await invitation(true)
    expect([second.url === first.url, second.url]).toEqual([false, `https://chat.whatsapp.com/${made.invite}`])
  })

  it('S5-043 S9-014 a picture of 5 MB at most is taken, and no other file', async () => {
    const { made, ticket } = await group()
    const send = (file: File) => {
      const form = new FormData()
      form.set('picture', file)
      return world.mine.admin.call('POST', path(ticket, '/picture'), form)
    }
    expect((await send(new File([png], 'foto.png', { type: 'image/png' }))).status).toBe(200)
    expect(Buffer.from(made.picture!).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    const shown = () => world.mine.admin.ok<Contact>('GET', `/contacts/${ticket.contactId}`)
    const { profilePicUrl } = await shown()
    expect((await fetch(new URL(profilePicUrl!, world.base))).headers.get('content-type')).toBe('image/webp')
    const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
    expect((await send(new File([padded(5_000_000)], 'justa.png', { type: 'image/png' }))).status).toBe(200)
    expect(await codeOf(send(new File([padded(5_000_001)], 'grande.png', { type: 'image/png' })))).toEqual([
      413,
      'ERR_FILE_TOO_LARGE',
    ])
    expect(await codeOf(send(new File(['%PDF-1.4\n'], 'nota.pdf', { type: 'application/pdf' })))).toEqual([
      422,
      'ERR_FILE_TYPE',
    ])
    await world.mine.admin.ok('DELETE', path(ticket, '/picture'))
    expect(made.picture).toBeUndefined()
    expect((await shown()).profilePicUrl).toBeNull()
  })

  it('S5-051 S5-052 S5-053 S5-054 S9-016 a group is made of a name, a WhatsApp and 1 to 1023 contacts', async () => {
    const [ana, bia] = [someone(), someone()]
    const contactIds = [(await contact(ana.number)).id, (await contact(bia.number)).id]
    const whole = { name: 'Grupo novo', connectionId: world.mine.connection.id, contactIds, key: randomUUID() }
    const make = (body: object) => world.mine.admin.call('POST', '/p/chat-groups/groups', body)
    expect(await issuesOf(make({ ...whole, name: ' ' }))).toEqual(['body.name'])
    expect(await issuesOf(make({ ...whole, connectionId: undefined }))).toEqual(['body.connectionId'])
    expect(await issuesOf(make({ ...whole, contactIds: [] }))).toEqual(['body.contactIds'])
    expect(await issuesOf(make({ ...whole, name: undefined, contactIds: undefined }))).toEqual(
      expect.arrayContaining(['body.name', 'body.contactIds']),
    )
    const many = Array.from({ length: 1_024 }, () => randomUUID())
    expect(await issuesOf(make({ ...whole, contactIds: many }))).toEqual(['body.contactIds'])
    // As many as fit are looked for; nobody has these ids.
    expect(await codeOf(make({ ...whole, contactIds: many.slice(1) }))).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    const { channels } = await world.mine.admin.ok<{ channels: { id: string; isConnected: boolean }[] }>(
      'GET',
      '/p/chat-groups/channels',
    )
    expect(channels).toContainEqual(expect.objectContaining({ id: world.mine.connection.id, isConnected: true }))
    const before = world.simulator.groups.size
    const answers = await Promise.all([make(whole), make(whole)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(world.simulator.groups.size).toBe(before + 1)
    const made = [...world.simulator.groups.values()].at(-1)!
    expect([made.subject, [...made.members.keys()].toSorted()]).toEqual([
      'Grupo novo',
      [world.mine.account.number, ana.number, bia.number].toSorted(),
    ])
    expect(await codeOf(make({ ...whole, connectionId: world.theirs.connection.id, key: randomUUID() }))).toEqual([
      404,
      'ERR_NO_WAPP_FOUND',
    ])
  })

  it('S5-055 S5-056 S5-057 editing wants a name and a description, adding wants a number', async () => {
    const { ticket } = await group()
    const { admin } = world.mine
    const edit = (body: object) => admin.call('PUT', path(ticket), body)
    expect(await issuesOf(edit({ name: '', description: 'x' }))).toEqual(['body.name'])
    expect(await issuesOf(edit({ name: 'x', description: ' ' }))).toEqual(['body.description'])
    const add = (people: readonly string[]) => admin.call('POST', path(ticket, '/members'), { act: 'add', people })
    expect(await issuesOf(edit({}))).toEqual(expect.arrayContaining(['body.name', 'body.description']))
    expect(await issuesOf(add([]))).toEqual(['body.people'])
    expect(await issuesOf(add([' ']))).toEqual(['body.people.0'])
  })

  it('S8-171 what a group does not allow is refused with its code, and changes nothing', async () => {
    const { made, ticket } = await group()
    const { admin, account } = world.mine
    const rename = () => admin.call('PUT', path(ticket), { name: 'Outro', description: 'nome' })
    made.members.set(account.number, 'member')
    expect(await codeOf(rename())).toEqual([422, 'ERR_GROUP_ACTION'])
    expect((await read(ticket)).mayManage).toBe(false)
    world.simulator.groups.delete(made.id)
    expect(await codeOf(rename())).toEqual([422, 'ERR_GROUP_ACTION'])
    const person = someone()
    world.simulator.phone(person, account).say('Oi')
    const alone = await world.mine.ticket(person.name)
    expect(await codeOf(admin.call('GET', path(alone)))).toEqual([404, 'ERR_NO_TICKET_FOUND'])
  })

  it('S8-063 S8-068 a number that has no WhatsApp, and contacts none of whom has it, are refused as such', async () => {
    const { ticket } = await group()
    const { admin, connection } = world.mine
    const nobody = number()
    expect(await codeOf(admin.call('POST', path(ticket, '/members'), { act: 'add', people: [nobody] }))).toEqual([
      422,
      'ERR_WAPP_INVALID_CONTACT',
    ])
    const contactIds = [(await contact(nobody)).id]
    const before = world.simulator.groups.size
    expect(
      await codeOf(
        admin.call('POST', '/p/chat-groups/groups', {
          name: 'Ninguém',
          connectionId: connection.id,
          contactIds,
          key: randomUUID(),
        }),
      ),
    ).toEqual([404, 'ERR_CONTACTS_NOT_EXISTS_WHATSAPP'])
    expect(world.simulator.groups.size).toBe(before)
  })

  it('S8-064 while numbers cannot be looked up nothing is done with a group, and the same call works later', async () => {
    const { made, ticket } = await group()
    const { admin, connection } = world.mine
    const ana = someone()
    const members = [...made.members.keys()]
    const add = () => admin.call('POST', path(ticket, '/members'), { act: 'add', people: [ana.number] })
    const whole = { name: 'Novo', connectionId: connection.id, contactIds: [(await contact(ana.number)).id] }
    const body = { ...whole, key: randomUUID() }
    const make = () => admin.call('POST', '/p/chat-groups/groups', body)
    const before = world.simulator.groups.size
    world.simulator.refusesLookups = true
    expect(await codeOf(add())).toEqual([502, 'ERR_WAPP_CHECK_CONTACT'])
    expect(await codeOf(make())).toEqual([502, 'ERR_WAPP_CHECK_CONTACT'])
    expect([[...made.members.keys()], world.simulator.groups.size]).toEqual([members, before])
    world.simulator.refusesLookups = false
    expect([(await add()).status, (await make()).status]).toEqual([200, 201])
    expect([made.members.has(ana.number), world.simulator.groups.size]).toEqual([true, before + 1])
  })

  it('leaving ends the membership and keeps the conversation', async () => {
    const { made, ticket } = await group()
    await world.mine.admin.ok('DELETE', path(ticket))
    expect(made.members.has(world.mine.account.number)).toBe(false)
    expect((await world.mine.messages(ticket)).map(({ body }) => body)).toEqual(['Oi, gente'])
  })

  it('an agent sees who is in and changes nothing; a channel that is switched off says so', async () => {
    const other = await world.number(world.mine.admin)
    await other.scan()
    const { ticket } = await group(other)
    const agent = await world.signIn(world.a.user)
    expect((await read(ticket, agent)).members).toHaveLength(2)
    expect(await codeOf(agent.call('PATCH', path(ticket), { onlyAdminsWrite: true }))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ])
    await world.mine.admin.ok('DELETE', `/whatsappsession/${other.connection.id}`)
    await eventually(
      () => codeOf(world.mine.admin.call('GET', path(ticket))),
      (answer) => JSON.stringify(answer) === JSON.stringify([409, 'ERR_CONNECTION_INACTIVE']),
    )
  })
})
