import { join } from 'node:path'
import type { Connection, MessagePage, StoredUpload, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HeaderMedia, Template } from '../../plugins/waba/src/templates/template.ts'
import { eventually, type Person } from '../harness/app.ts'
import { wabaWorld, type WabaWorld } from '../plugins/waba.rig.ts'
import { Visitor, type ThreadMessage } from '../plugins/webchat.rig.ts'

/*
 * Callers who know the id of a file and nothing else: an anonymous visitor, another company, an agent who may not see
 * its conversation.
 */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const secret = 'o que só o outro atendimento sabe'

let world: WabaWorld
let [agent, colleague, supervisor]: Person[] = []
const visitors: Visitor[] = []
const widgets = new Map<'mine' | 'theirs', Connection>()
/** The file of a conversation that the agent may not see, and how its readers see it. */
let hidden: { readonly id: string; readonly url: string }
let other: Ticket
/** A conversation of the agent's own. */
let own: Ticket

beforeAll(async () => {
  world = await wabaWorld('meta', { pluginFolders: [join(import.meta.dirname, '../../plugins')] })
  ;[agent, colleague, supervisor] = [
    await world.signIn(world.a.user),
    await world.signIn(world.a.colleague),
    await world.signIn(world.a.supervisor),
  ]
  for (const side of ['mine', 'theirs'] as const)
    widgets.set(
      side,
      await world[side].admin.ok<Connection>('POST', '/whatsapp', {
        name: `Site ${side}`,
        type: 'webchat',
        config: {},
      }),
    )
  own = await conversationOf(agent!, world.a.sales)
  other = await conversationOf(colleague!, world.a.support)
  hidden = await sentFile(other)
})
afterAll(async () => {
  for (const visitor of visitors) visitor.close()
  await world.close()
})

async function visitorOf(side: 'mine' | 'theirs' = 'mine'): Promise<Visitor> {
  const visitor = new Visitor(world.base, widgets.get(side)!.id)
  visitors.push(visitor)
  await visitor.session()
  return visitor
}

/** The conversation of a visitor who has written, taken on by this person in their queue. */
async function conversationOf(person: Person, queueId: string): Promise<Ticket> {
  const visitor = await visitorOf()
  const word = `Oi ${visitors.length}`
  await visitor.say(word)
  const { admin } = world.mine
  const found = await eventually(async () =>
    (await admin.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true')).tickets.find(
      ({ lastMessage }) => lastMessage === word,
    ),
  )
  await admin.ok('PUT', `/tickets/${found!.id}`, { status: 'open', userId: person.login.userId, queueId })
  return found!
}

async function sentFile(ticket: Ticket): Promise<{ id: string; url: string }> {
  const { admin } = world.mine
  const form = new FormData()
  form.set('file', new File([secret], 'contrato.txt', { type: 'text/plain' }))
  const { path } = await admin.ok<StoredUpload>('POST', `/messages/${ticket.id}/files`, form)
  await admin.ok('POST', `/messages/${ticket.id}`, { attachments: [path] })
  const { messages } = await admin.ok<MessagePage>('GET', `/messages/${ticket.id}`)
  return messages.flatMap(({ media }) => media)[0]!
}

const bytesAt = async (path: string): Promise<string> => (await fetch(world.base + path)).text()
/** Every signed path of a file that stands in a text. */
const linksIn = (text: string, id: string): string[] =>
  text.match(new RegExp(`/media/[^"'\\s]*${id}[^"'\\s]*`, 'g')) ?? []

test('whoever may read the file reads it', async () => {
  expect(await bytesAt(hidden.url)).toBe(secret)
})

describe('HTML that names the file of somebody else', () => {
  test.each(['mine', 'theirs'] as const)('is no letter when an anonymous visitor uploads it: %s', async (side) => {
    const visitor = await visitorOf(side)
    const images = ['src="media:ID"', "src='media:ID'", 'alt="a" src="MEDIA:ID"']
      .map((source) => `<img ${source.replace('ID', hidden.id)}>`)
      .join('')
    expect(
      (await visitor.attach('carta.html', `<!doctype html><html><body>${images}</body></html>`, 'text/html')).status,
    ).toBe(202)
    const { data } = await (
      await visitor.listen()
    ).next<ThreadMessage>('message', ({ files }: ThreadMessage) => files.length > 0)
    const { url } = data.files[0]!
    for (const view of ['&view=letter', '&view=letter&view=letter', '&view=Letter', '']) {
      const answer = await fetch(`${world.base}${url}${view}`)
      const text = await answer.text()
      expect([
        view,
        answer.status === 200 ? answer.headers.get('content-disposition')?.split(';')[0] : 'refused',
        linksIn(text, hidden.id),
      ]).toEqual([view, view.includes('&view=letter&') ? expect.any(String) : 'attachment', []])
      expect(text).not.toContain(secret)
    }
  })
})

describe('a message that names the file of somebody else', () => {
  const template = (header: string) => ({
    body: '',
    parts: [{ kind: 'template', name: 'modelo', language: 'pt_BR', vars: {}, header, text: 'Olá' }],
  })

  test('as the header of a template is refused, whatever its name says', async () => {
    expect(await agent!.refused('GET', `/messages/${other.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    const [path, query] = hidden.url.split('?') as [string, string]
    for (const header of [
      hidden.id,
      `media:${hidden.id}`,
      path,
      `${path}?e=9999999999&s=AAAA`,
      hidden.url.replace(world.a.id, world.b.id),
      `${path.replace(hidden.id, own.id)}?${query}`,
      '',
    ]) {
      expect([header, await agent!.refused('POST', `/messages/${own.id}`, template(header))]).toEqual([
        header,
        '404 ERR_NO_MEDIA_FOUND',
      ])
    }
    expect(
      await agent!.refused('POST', `/messages/${own.id}`, {
        ...template(hidden.id),
        scheduleDate: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    ).toBe('404 ERR_NO_MEDIA_FOUND')
  })

  test('as a stored file, an attachment or a part of its own is refused', async () => {
    for (const body of [
      { body: '', parts: [{ kind: 'storedFile', path: hidden.id }] },
      { body: '', attachments: [hidden.id] },
      { body: '', parts: [{ kind: 'storedFile', path: `/media/${world.a.id}/${hidden.id}/contrato.txt` }] },
    ])
      expect(await agent!.refused('POST', `/messages/${own.id}`, body)).toBe('404 ERR_NO_MEDIA_FOUND')
    for (const part of [
      { kind: 'media', as: 'document', media: hidden.id, mime: 'text/plain' },
      { kind: 'html', text: 'a', media: hidden.id, inline: [hidden.id] },
    ]) {
      expect(await agent!.refused('POST', `/messages/${own.id}`, { body: '', parts: [part] })).toBe(
        '422 ERR_VALIDATION',
      )
    }
  })

  test('as a draft’s, or to throw it away, does nothing', async () => {
    const { draft } = await agent!.ok<{ draft: { uploads: unknown[] } }>('PUT', `/drafts/${own.id}`, {
      text: 'a',
      files: [],
      uploads: [hidden.id],
      writtenAt: new Date().toISOString(),
      basedOn: null,
    })
    expect(draft.uploads).toEqual([])
    expect(await agent!.refused('DELETE', `/messages/files/${hidden.id}`)).toBe('404 ERR_NO_MEDIA_FOUND')
    expect(await bytesAt(hidden.url)).toBe(secret)
  })
})

describe('a template whose header names the file of somebody else', () => {
  let count = 0
  const draft = (connectionId: string, headerMediaId: string | null) => ({
    connectionId,
    name: `modelo_${count++}`,
    language: 'pt_BR',
    category: 'UTILITY',
    headerFormat: 'IMAGE',
    headerMediaId,
    body: 'Olá',
    footer: '',
    buttons: [],
  })
  const uploaded = async (person: Person): Promise<HeaderMedia> => {
    const form = new FormData()
    form.set('file', new File([png], 'foto.png', { type: 'image/png' }))
    return person.ok<HeaderMedia>('POST', '/p/waba/templates/media', form)
  }

  test('is refused, new and changed; what its author uploaded, and what a template shows, is taken', async () => {
    const { mine, theirs } = world
    const [mineFile, theirFile] = [await uploaded(mine.admin), await uploaded(theirs.admin)]
    for (const id of [hidden.id, theirFile.id, (await uploaded(supervisor!)).id])
      expect(await mine.admin.refused('POST', '/templates', draft(mine.connection.id, id))).toBe(
        '404 ERR_NO_MEDIA_FOUND',
      )
    const template = await mine.admin.ok<Template>('POST', '/templates', draft(mine.connection.id, mineFile.id))
    expect(await bytesAt(template.headerMediaUrl!)).toBe(png.toString())
    const change = (headerMediaId: string | null) => ({
      ...draft(mine.connection.id, headerMediaId),
      name: template.name,
    })
    expect(await mine.admin.refused('PUT', `/templates/${template.id}`, change(hidden.id))).toBe(
      '404 ERR_NO_MEDIA_FOUND',
    )
    expect(await mine.admin.ok<Template>('PUT', `/templates/${template.id}`, change(mineFile.id))).toMatchObject({
      headerMediaId: mineFile.id,
    })
    expect(await mine.admin.ok<Template>('POST', '/templates', draft(mine.connection.id, mineFile.id))).toMatchObject({
      headerMediaId: mineFile.id,
    })
    expect(await theirs.admin.refused('POST', '/templates', draft(theirs.connection.id, mineFile.id))).toBe(
      '404 ERR_NO_MEDIA_FOUND',
    )
    const listed = await mine.admin.ok<{ templates: Template[] }>('GET', '/templates')
    expect(listed.templates.map(({ headerMediaId }) => headerMediaId)).not.toContain(hidden.id)
  })
})
