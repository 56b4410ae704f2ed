import { randomUUID } from 'node:crypto'
import {
  companySettings,
  type LinkPreview,
  type Message,
  type MessagePage,
  type PrivacyRequest,
  type TicketPage,
  type Viewer,
} from '@recado/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pixelsOf } from '../../core/src/files/pixels.ts'
import { LinkPreviews } from '../../core/src/link-previews/link-previews.service.ts'
import { WebPages } from '../../core/src/link-previews/web-pages.ts'
import { createSquarePictures } from '../../core/src/media/square-picture.ts'
import { createEgress, type EgressOptions } from '../../core/src/security/guarded-egress.ts'
import { eventually, quiet, type Person } from '../harness/app.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'
import { Desk, MovableClock } from './acts.rig.ts'
import { hookWorld, type HookChannel, type HookWorld } from './far-side.ts'

/*
 * The server says what the page behind a link says about itself, to who may read the message, and asks the page once.
 */

/** Names that the world of these tests knows; all others resolve to nothing. */
const addresses: Readonly<Record<string, string>> = {
  'loja.test': '127.0.0.1',
  'www.loja.test': '127.0.0.1',
  'outra.test': '127.0.0.1',
  'interno.test': '10.0.0.5',
}
const egress: EgressOptions = {
  allow: ['127.0.0.1/32'],
  resolve: async (name) => [addresses[name]].filter((one) => one !== undefined),
}
const clock = new MovableClock()
const day = 86_400_000
let site: WebSite
let world: HookWorld
let admin: Person
let agent: Person
let other: Person
let desk: Desk
beforeAll(async () => {
  site = await webSite()
  world = await hookWorld({
    clock,
    egress,
  })
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  other = await world.signIn(world.b.admin)
  desk = new Desk(world, agent)
})
afterAll(async () => {
  await world?.close()
  await site?.close()
})
afterEach(() => clock.reset())

const link = (path: string, host = 'loja.test') => `http://${host}:${site.port}${path}`
const previewOf = async (id: string, person = agent) =>
  (await person.ok<{ preview: LinkPreview | null }>('GET', `/messages/${id}/link-preview`)).preview
/** A path that no other test uses, with a page behind it. */
function page(head = '<title>Caderno</title>'): string {
  const path = `/${randomUUID().slice(0, 8)}`
  site.page(path, head)
  return path
}
/** The message in which a new customer of the first company wrote this, in a conversation that the agent has. */
async function said(text: string): Promise<Message> {
  const talk = await desk.talking()
  await world.channel.say(talk.who, text)
  return (await talk.messages()).at(-1)!
}
async function saidTo(channel: HookChannel, person: Person, text: string): Promise<Message> {
  const who = randomUUID()
  await channel.say(who, text)
  const { tickets } = await person.ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=200&showAll=true')
  const ticket = tickets.find(({ name }) => name === `Cliente ${who}`)!
  return (await person.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.at(-1)!
}
/** A picture of one point. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const allSeen = { hideAssignedToOthers: false, hideWithoutQueue: false, hideWithBot: false, hideContactData: false }
/** The part of a second node that answers previews, on the same database. */
const anotherNode = () =>
  new LinkPreviews({
    db: world.app.db,
    settings: { get: async (_, key) => companySettings[key].fallback as never, visibility: async () => allSeen },
    channels: world.app.plugins.channels,
    pages: new WebPages(createEgress(egress)),
    media: {
      put: () => Promise.reject(new Error('no page of this test has a picture')),
      open: () => Promise.reject(new Error('no page of this test has a picture')),
      sign: () => '',
    },
    square: createSquarePictures(),
    clock,
    log: quiet,
  })

describe('the preview of a link', () => {
  it('is what the page says about itself, for messages of both sides', async () => {
    const path = page(`<meta property="og:site_name" content="Papelaria Aurora">
      <meta property="og:title" content="Caderno &lt;azul&gt;"><meta name="description" content="96 folhas">`)
    const url = link(path)
    const host = `loja.test:${site.port}`
    const expected = {
      url,
      host,
      finalHost: null,
      siteName: 'Papelaria Aurora',
      title: 'Caderno <azul>',
      description: '96 folhas',
      picture: null,
    }
    expect(await previewOf((await said(`Vi este: ${url}.`)).id)).toEqual(expected)
    const talk = await desk.talking()
    expect(await previewOf((await talk.say(`É este? ${url}`)).id)).toEqual(expected)
    expect(site.times(path)).toBe(1)
    const { headers } = site.asked.find((one) => one.path === path)!
    expect([headers.cookie, headers.referer, headers['accept-language']]).toEqual([undefined, undefined, 'pt-BR'])
  })

  it('is read in the encoding of the page', async () => {
    const path = page()
    const body = Buffer.from('<meta charset=iso-8859-1><title>Promo\xe7\xe3o</title>', 'latin1')
    site.answer(path, { headers: { 'content-type': 'text/html' }, body })
    expect((await previewOf((await said(link(path))).id))?.title).toBe('Promoção')
  })

  it('names the host where the page was in the end, beside the one of the link', async () => {
    const target = page('<title>Conta</title>')
    const path = `/${randomUUID()}`.slice(0, 9)
    site.answer(path, { status: 302, headers: { location: link(target, 'outra.test') } })
    expect(await previewOf((await said(link(path))).id)).toMatchObject({
      host: `loja.test:${site.port}`,
      finalHost: `outra.test:${site.port}`,
      title: 'Conta',
    })
    const same = page('<title>Início</title>')
    site.answer(`${same}x`, { status: 301, headers: { location: link(same, 'www.loja.test') } })
    expect(await previewOf((await said(link(`${same}x`))).id)).toMatchObject({ title: 'Início', finalHost: null })
  })

  it('reads a large page as far as its head goes', async () => {
    const path = page()
    site.answer(path, { body: `<title>Grande</title></head>${'<p>texto</p>'.repeat(500_000)}` })
    expect((await previewOf((await said(link(path))).id))?.title).toBe('Grande')
  })
})

describe('the picture of a page', () => {
  it('is drawn again, small and square, and stands under a signed path of ours', async () => {
    const path = page(`<title>Foto</title><meta property="og:image" content="/foto.jpg">`)
    site.answer('/foto.jpg', { headers: { 'content-type': 'text/plain' }, body: photo })
    const preview = await previewOf((await said(link(path))).id)
    expect(preview?.picture).toMatch(/^\/media\//)
    const response = await fetch(world.base + preview!.picture!)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(pixelsOf(new Uint8Array(await response.arrayBuffer()), 'image/webp')).toBe(256 * 256)
  })

  it.each([
    ['an SVG', { headers: { 'content-type': 'image/png' }, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
    ['no picture', { headers: { 'content-type': 'image/png' }, body: 'not a picture' }],
    ['a broken one', { body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }],
    ['one that is too large', { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(5_000_001) }],
    ['one that is gone', { status: 404 }],
  ])('is left out where it is %s', async (_, answer) => {
    const picture = `/${randomUUID().slice(0, 8)}.png`
    site.answer(picture, answer)
    const path = page(`<title>Foto</title><meta property="og:image" content="${picture}">`)
    expect(await previewOf((await said(link(path))).id)).toMatchObject({ title: 'Foto', picture: null })
  })

  it('goes when the preview has expired, after the day of an upload that nobody holds', async () => {
    site.answer('/foto2.jpg', { body: photo })
    const path = page(`<title>Foto</title><meta property="og:image" content="/foto2.jpg">`)
    const { picture } = (await previewOf((await said(link(path))).id))!
    await world.app.sweepLinkPreviews()
    await world.app.sweepUploads()
    expect((await fetch(world.base + picture!)).status).toBe(200)
    clock.advance(8 * day)
    await world.app.sweepLinkPreviews()
    const rows = await world.database.owner`select 1 from core.link_preview where tenant_id = ${world.a.id}`
    expect(rows.length).toBe(0)
    await world.app.sweepUploads()
    const id = picture!.split('/')[3]!
    expect((await world.database.owner`select 1 from core.media where id = ${id}`).length).toBe(0)
  })
})

describe('a page is asked', () => {
  it('once for readers of the same moment, and of all messages with its link', async () => {
    const path = page()
    const answered = Promise.withResolvers<void>()
    site.answer(path, async () => {
      await answered.promise
      return { body: '<title>Devagar</title>' }
    })
    const messages = [await said(link(path)), await said(`de novo ${link(path)}#preco`)]
    const readers = Promise.all(messages.flatMap(({ id }) => [previewOf(id), previewOf(id, admin), previewOf(id)]))
    await expect.poll(() => site.times(path)).toBe(1)
    answered.resolve()
    expect((await readers).map((preview) => preview?.title)).toEqual(Array(6).fill('Devagar'))
    expect(site.times(path)).toBe(1)
  })

  it('once where readers of two nodes look, and the second node waits for what the first one reads', async () => {
    const path = page()
    const answered = Promise.withResolvers<void>()
    site.answer(path, async () => {
      await answered.promise
      return { body: '<title>Devagar</title>' }
    })
    const { id } = await said(link(path))
    const viewer = {
      tenantId: world.a.id,
      userId: world.a.admin.id,
      name: 'Ana',
      role: 'admin',
      queueIds: [],
      locale: 'pt-BR',
      can: () => true,
    } as unknown as Viewer
    const here = previewOf(id)
    await expect.poll(() => site.times(path)).toBe(1)
    const there = anotherNode().of(viewer, id)
    answered.resolve()
    expect([(await here)?.title, (await there)?.title, site.times(path)]).toEqual(['Devagar', 'Devagar', 1])
  })

  it('again after a week, and after minutes where it could not be had', async () => {
    const [path, failing] = [page(), page()]
    site.answer(failing, { status: 503 })
    const [kept, failed] = [await said(link(path)), await said(link(failing))]
    const look = async () => [(await previewOf(kept.id))?.title, (await previewOf(failed.id))?.title]
    // Read in the past, since the tokens of those who look go by the same clock.
    clock.advance(-8 * day)
    expect(await look()).toEqual(['Caderno', undefined])
    site.page(path, '<title>Outro</title>')
    site.page(failing, '<title>De volta</title>')
    clock.advance(14 * 60_000)
    expect(await look()).toEqual(['Caderno', undefined])
    clock.advance(2 * 60_000)
    expect(await look()).toEqual(['Caderno', 'De volta'])
    clock.reset()
    expect(await look()).toEqual(['Outro', 'De volta'])
    expect([site.times(path), site.times(failing)]).toEqual([2, 3])
  })

  it('not for what is no page, and that is kept for a day', async () => {
    const nothing: [string, object][] = [
      ['a file', { headers: { 'content-type': 'application/pdf' }, body: '<title>Não</title>' }],
      ['gone', { status: 404, body: '<title>Não</title>' }],
      ['silent', { body: '<p>texto</p>' }],
    ]
    for (const [, answer] of nothing) {
      const path = page()
      site.answer(path, answer)
      const { id } = await said(link(path))
      expect([await previewOf(id), await previewOf(id), site.times(path)]).toEqual([null, null, 1])
    }
  })
})

describe('nothing leaves', () => {
  it('for an address inside, named by a link or by a redirect', async () => {
    expect(await previewOf((await said(link('/a', 'interno.test'))).id)).toBeNull()
    for (const target of [link('/a', 'interno.test'), `http://10.0.0.5:${site.port}/`, 'file:///etc/passwd']) {
      const path = page()
      site.answer(path, { status: 302, headers: { location: target } })
      expect([await previewOf((await said(link(path))).id), site.times(path)]).toEqual([null, 1])
    }
  })

  it('for a link that looks as if it did something, or were made for one person', async () => {
    for (const path of ['/unsubscribe', '/pedido/cancelar', '/?token=abc', `/c/${randomUUID()}`]) {
      site.page(path, '<title>Feito</title>')
      expect([await previewOf((await said(link(path))).id), site.times(path)]).toEqual([null, 0])
    }
  })

  it('for a message that was deleted', async () => {
    const path = page()
    const talk = await desk.talking()
    const message = await talk.say(link(path))
    await agent.ok('DELETE', `/messages/${message.id}`, {})
    await talk.see(message.id, ({ isDeleted }) => isDeleted)
    expect([await previewOf(message.id), site.times(path)]).toEqual([null, 0])
  })

  it('where the company wants no previews, and what is kept is not shown', async () => {
    const [before, path] = [await said(link(page())), page()]
    expect(await previewOf(before.id)).not.toBeNull()
    await admin.ok('PUT', '/settings/linkPreviews', { value: 'disabled' })
    try {
      expect(await previewOf(before.id)).toBeNull()
      expect([await previewOf((await said(link(path))).id), site.times(path)]).toEqual([null, 0])
      const elsewhere = await saidTo(world.otherChannel, other, link(path))
      expect((await previewOf(elsewhere.id, other))?.title).toBe('Caderno')
    } finally {
      await admin.ok('PUT', '/settings/linkPreviews', { value: 'enabled' })
    }
  })
})

describe('who may not read the message', () => {
  it('gets no preview of it, and asks no page by it', async () => {
    const path = page()
    const { id } = await said(link(path))
    const ask = (person: Person) => person.refused('GET', `/messages/${id}/link-preview`)
    expect(await ask(other)).toBe('404 ERR_NO_MESSAGE_FOUND')
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { value: 'enabled' })
    try {
      const { ticketId } = (await desk.talking().then((talk) => talk.first())) as Message
      await admin.ok('PUT', `/tickets/${ticketId}`, { userId: world.a.admin.id })
      const hidden = (await admin.ok<MessagePage>('GET', `/messages/${ticketId}`)).messages[0]!
      expect(await agent.refused('GET', `/messages/${hidden.id}/link-preview`)).toBe('404 ERR_NO_MESSAGE_FOUND')
    } finally {
      await admin.ok('PUT', '/settings/NotViewAssignedTickets', { value: 'disabled' })
    }
    expect(await agent.refused('GET', `/messages/${randomUUID()}/link-preview`)).toBe('404 ERR_NO_MESSAGE_FOUND')
    expect(site.times(path)).toBe(0)
  })

  it('shares nothing with another company that has the same link', async () => {
    const path = page()
    const here = await said(link(path))
    const there = await saidTo(world.otherChannel, other, link(path))
    await previewOf(here.id)
    site.page(path, '<title>Outro</title>')
    expect((await previewOf(there.id, other))?.title).toBe('Outro')
    expect((await previewOf(here.id))?.title).toBe('Caderno')
    expect(site.times(path)).toBe(2)
  })
})

describe('the erasure of a person', () => {
  it('takes the previews along, with their pictures', async () => {
    site.answer('/foto3.jpg', { body: photo })
    const path = page(`<title>Maria Souza</title><meta property="og:image" content="/foto3.jpg">`)
    const talk = await desk.talking()
    await world.channel.say(talk.who, link(path))
    const { picture } = (await previewOf((await talk.messages()).at(-1)!.id))!
    const { contactId } = talk.ticket
    const { id } = await admin.ok<PrivacyRequest>('POST', '/privacy/erasures', { contactId, reason: 'request' })
    await eventually(
      () => admin.ok<PrivacyRequest>('GET', `/privacy/requests/${id}`),
      ({ state }) => state === 'done',
    )
    const rows = await world.database.owner`select 1 from core.link_preview where title = 'Maria Souza'`
    expect([rows.length, (await fetch(world.base + picture!)).status]).toEqual([0, 404])
  })
})
