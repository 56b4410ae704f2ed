import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { ConnectionTask, ContactPage, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Group } from '../../plugins/whatsapp/simulator/group.ts'
import { encryptMedia } from '../../plugins/whatsapp/simulator/media.ts'
import { pastOf, type PastMessage } from '../../plugins/whatsapp/simulator/past.ts'
import type { Person as Customer } from '../../plugins/whatsapp/simulator/person.ts'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type NumberSide, type WhatsappWorld } from './whatsapp.rig.ts'

const day = 86_400_000
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const ago = (days: number): Date => new Date(Date.now() - days * day)

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

const somebody = (): Customer =>
  world.simulator.person(`Rui ${randomUUID().slice(0, 8)}`, `55119${randomInt(10 ** 7, 10 ** 8)}`)
/** WhatsApp tells whole seconds. */
const secondOf = (time: string | Date): number => Math.floor(new Date(time).getTime() / 1_000)
const text = (words: string) => ({ conversation: words })

/** A number whose phone has said all this before it is linked. */
async function numberWith(said: readonly PastMessage[], perPiece?: number): Promise<NumberSide> {
  const side = await world.number(world.mine.admin)
  side.account.past = pastOf(side.account, said, perPiece)
  await side.scan()
  return side
}

const ended = (side: NumberSide, kind: ConnectionTask['kind']): Promise<ConnectionTask> =>
  eventually(
    async () => (await side.read()).tasks.find((task) => task.kind === kind),
    (task) => task !== undefined && task.state !== 'running',
  ).then((task) => task!)

async function imported(side: NumberSide, input: object = {}): Promise<ConnectionTask> {
  await side.admin.ok('POST', `/whatsapp/${side.connection.id}/import`, { since: ago(30), until: ago(0), ...input })
  return ended(side, 'import')
}

/** Conversations of a person with a number, whatever has become of them. */
const conversations = async (side: NumberSide, name: string): Promise<Ticket[]> =>
  (
    await side.admin.ok<TicketPage>(
      'GET',
      `/tickets/?status[]=pending&status[]=open&status[]=closed&status[]=group&searchParam=${encodeURIComponent(name)}`,
    )
  ).tickets.filter(({ channelId }) => channelId === side.connection.id)

/** Every text of a conversation, page by page. */
async function textsOf(side: NumberSide, ticket: Ticket): Promise<string[]> {
  const texts: string[] = []
  for (let page = 1, more = true; more; page++) {
    const found = await side.admin.ok<MessagePage>('GET', `/messages/${ticket.id}?pageNumber=${page}&limit=200`)
    texts.push(...found.messages.map(({ body }) => body))
    more = found.hasMore
  }
  return texts
}

describe('the past of a number of WhatsApp', () => {
  it('S3-043 comes when an administrator asks for it: in the range, both sides, files too, once, told to nobody', async () => {
    const rui = somebody()
    const { encrypted, ...keys } = encryptMedia(png, 'image')
    const url = world.simulator.files.urlOf(encrypted, 'application/octet-stream')
    const side = await numberWith([
      { with: rui, at: ago(60), content: text('long ago') },
      { with: rui, at: ago(20), content: text('first') },
      { with: rui, at: ago(19), own: true, content: text('second') },
      { with: rui, at: ago(18), content: { imageMessage: { ...keys, url, mimetype: 'image/png', caption: 'third' } } },
      { with: rui, at: ago(2), content: text('after the end') },
    ])
    expect(await conversations(side, rui.name)).toEqual([])
    const range = { since: ago(30), until: ago(10) }
    expect(await imported(side, range)).toMatchObject({ state: 'done', done: 3, error: null, progress: 1 })
    const [ticket] = await conversations(side, rui.name)
    const messages = await eventually(
      () => side.messages(ticket!),
      (found) => found.at(-1)?.parts[0]?.kind === 'media',
    )
    expect(messages.map(({ body, fromMe }) => [body, fromMe])).toEqual([
      ['first', false],
      ['second', true],
      ['third', false],
    ])
    expect(ticket).toMatchObject({ unreadMessages: 0 })
    expect(await imported(side, range)).toMatchObject({ state: 'done' })
    expect(await side.messages(ticket!)).toHaveLength(3)
    expect(await world.theirs.tickets(rui.name)).toEqual([])
  })

  it('who was only written to is called by the number, and by their name once they write', async () => {
    const rui = somebody()
    const { name } = rui
    // The phone knows no name of theirs.
    rui.name = ''
    const side = await numberWith([{ with: rui, at: ago(2), own: true, content: text('bom dia') }])
    await imported(side)
    const [before] = await conversations(side, rui.number)
    expect(before).toMatchObject({ name: `+${rui.number}` })
    rui.name = name
    world.simulator.phone(rui, side.account).say('bom dia!')
    expect(await side.ticket(name)).toMatchObject({ name, contactId: before!.contactId })
    expect(await world.theirs.tickets(name)).toEqual([])
  })

  it('S3-043 groups come where they are asked for, and what came is closed where that is asked for', async () => {
    const rui = somebody()
    const group = new Group(`Clube ${randomUUID().slice(0, 8)}`, '5511999990000')
    world.simulator.groups.set(group.id, group)
    const side = await numberWith([
      { with: rui, at: ago(3), content: text('alone') },
      { with: rui, group, at: ago(2), content: text('in the group') },
    ])
    expect(await imported(side, { groupMessages: false, closeTickets: true })).toMatchObject({ state: 'done', done: 1 })
    expect((await conversations(side, rui.name)).map(({ status }) => status)).toEqual(['closed'])
    expect(await conversations(side, group.subject)).toEqual([])
    expect(await imported(side, { groupMessages: true })).toMatchObject({ state: 'done' })
    expect(await conversations(side, group.subject)).toMatchObject([{ isGroup: true, name: group.subject }])
  })

  it('what is closed by an import stands among the closed ones where its last message was', async () => {
    const [older, newer] = [somebody(), somebody()]
    const times = [ago(4), ago(9)]
    const side = await numberWith([
      { with: newer, at: times[0]!, content: text('newer') },
      { with: older, at: times[1]!, content: text('older') },
    ])
    await imported(side, { closeTickets: true })
    const { tickets } = await side.admin.ok<TicketPage>('GET', '/tickets/?status[]=closed&limit=100&showAll=true')
    const own = tickets.filter(({ name }) => name === older.name || name === newer.name)
    expect(own.map(({ name, updatedAt }) => [name, secondOf(updatedAt)])).toEqual([
      [newer.name, secondOf(times[0]!)],
      [older.name, secondOf(times[1]!)],
    ])
  })

  it('polls of the past come with their votes: of both sides, in private and in groups, and once', async () => {
    const [rui, bia] = [somebody(), somebody()]
    const group = new Group(`Obra ${randomUUID().slice(0, 8)}`, '5511999990000')
    const options = ['Manhã', 'Tarde']
    const poll = (votes: PastMessage['votes'], more: Partial<PastMessage> = {}): PastMessage => ({
      with: rui,
      at: ago(3),
      own: true,
      content: {
        pollCreationMessageV3: {
          name: 'Qual horário?',
          options: options.map((optionName) => ({ optionName })),
          selectableOptionsCount: 1,
        },
        messageContextInfo: { messageSecret: Buffer.alloc(32, 7) },
      },
      ...(votes && { votes }),
      ...more,
    })
    const isOpen = [{ by: rui, options: ['Tarde'] }]
    const said = [
      { with: rui, at: ago(4), content: text('Oi') },
      poll(isOpen),
      poll(undefined, { at: ago(40), votes: isOpen }),
      poll(
        [
          { by: rui, options: ['Manhã'] },
          { by: bia, options: ['Manhã'] },
          { by: 'account', options: ['Tarde'] },
        ],
        { group, own: false },
      ),
    ]
    const side = await numberWith(said)
    for (const round of [1, 2]) {
      expect((await imported(side, { groupMessages: true })).state).toBe('done')
      const votesIn = async (name: string) => {
        const [ticket] = await conversations(side, name)
        return (await side.messages(ticket!)).flatMap(({ votes }) => (votes ? [votes] : []))
      }
      await eventually(
        () => votesIn(rui.name),
        ([votes]) => votes?.counts.join() === '0,1',
      )
      const [inGroup, ...others] = await votesIn(group.subject)
      expect(others, `round ${round}`).toEqual([])
      expect(inGroup).toMatchObject({ counts: [2, 1], voters: 3 })
    }
  })

  it('votes that came before an import brings their poll count then, in the range alone', async () => {
    const rui = somebody()
    const secret = randomBytes(32)
    const asked = (id: string, days: number): PastMessage => ({
      id,
      with: rui,
      at: ago(days),
      own: true,
      content: {
        pollCreationMessageV3: {
          name: `Qual horário, há ${days} dias?`,
          options: [{ optionName: 'Manhã' }, { optionName: 'Tarde' }],
          selectableOptionsCount: 1,
        },
        messageContextInfo: { messageSecret: secret },
      },
    })
    const [late, early] = [`P${randomUUID()}`, `P${randomUUID()}`]
    const side = await numberWith([asked(late, 3), asked(early, 40)])
    const phone = world.simulator.phone(rui, side.account)
    phone.vote(late, ['Tarde'], { secret })
    phone.vote(early, ['Manhã'], { secret })
    phone.say('votei')
    await side.ticket(rui.name)
    const votesIn = async () => {
      const [ticket] = await conversations(side, rui.name)
      return (await side.messages(ticket!)).flatMap(({ body, votes }) => (votes ? [[body, votes]] : []))
    }
    const counted = (days: number, counts: number[]) => [`Qual horário, há ${days} dias?`, { counts, voters: 1 }]
    expect((await imported(side)).state).toBe('done')
    await eventually(votesIn, (votes) => votes.length === 1)
    expect(await votesIn()).toEqual([counted(3, [0, 1])])
    expect((await imported(side, { since: ago(60) })).state).toBe('done')
    await eventually(votesIn, (votes) => votes.length === 2)
    expect(await votesIn()).toEqual([counted(40, [1, 0]), counted(3, [0, 1])])
  })

  it('S3-043 the people of the past become contacts, without a conversation', async () => {
    const people = [somebody(), somebody()]
    const side = await numberWith(people.map((person) => ({ with: person, at: ago(5), content: text('oi') })))
    await side.admin.ok('POST', `/whatsapp/${side.connection.id}/contacts`)
    expect(await ended(side, 'contacts')).toMatchObject({ state: 'done', done: 2 })
    for (const { name, number } of people) {
      const { contacts } = await side.admin.ok<ContactPage>('GET', `/contacts?searchParam=${encodeURIComponent(name)}`)
      expect(contacts).toMatchObject([{ name, number: `+${number}` }])
      expect(await conversations(side, name)).toEqual([])
    }
  })

  it('an import goes on after a restart in its middle, and nothing is lost or doubled', async () => {
    const rui = somebody()
    const said = Array.from({ length: 1_200 }, (_, index) => ({
      with: rui,
      at: new Date(ago(10).getTime() + index * 60_000),
      content: text(`word ${index}`),
    }))
    const side = await numberWith(said, 300)
    await side.admin.ok('POST', `/whatsapp/${side.connection.id}/import`, { since: ago(30), until: ago(0) })
    const { tasks } = await side.reaches((one) => one.tasks.some(({ kind, done }) => kind === 'import' && done > 0))
    await world.restart()
    expect(tasks).toMatchObject([{ state: 'running' }])
    expect(tasks[0]!.done).toBeLessThan(1_200)
    expect(await ended(side, 'import')).toMatchObject({ state: 'done' })
    const [ticket] = await conversations(side, rui.name)
    expect((await textsOf(side, ticket!)).toSorted()).toEqual(said.map((_, index) => `word ${index}`).toSorted())
  })
})

it('10,000 messages that waited while nobody was connected all arrive, each once', { timeout: 120_000 }, async () => {
  const side = world.mine
  const people = Array.from({ length: 20 }, somebody)
  await side.admin.ok('DELETE', `/whatsappsession/${side.connection.id}`)
  await side.reaches(({ status }) => status !== 'connected')
  const each = 500
  for (let index = 0; index < people.length * each; index++)
    world.simulator.phone(people[index % people.length]!, side.account).say(`waiting ${index}`)
  const [device] = side.account.devices.values()
  expect(device!.kept.length).toBeGreaterThanOrEqual(people.length * each)
  await side.admin.ok('POST', `/whatsappsession/${side.connection.id}`)
  await expect.poll(() => device!.kept.length, { timeout: 100_000, interval: 200 }).toBe(0)
  const arrived = await Promise.all(
    people.map(async ({ name }) => textsOf(side, (await conversations(side, name))[0]!)),
  )
  const said = Array.from({ length: people.length * each }, (_, index) => `waiting ${index}`)
  expect(arrived.flat().toSorted()).toEqual(said.toSorted())
})
