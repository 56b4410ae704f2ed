import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import type {
  AuditPage,
  ContactPage,
  ErasurePreview,
  MessagePage,
  PrivacyRequest,
  PrivacyRequestPage,
  StoredUpload,
  Ticket,
  TicketPage,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionStateStore } from '../../core/src/channels/state-store.ts'
import { newId } from '../../core/src/base/ids.ts'
import { Memory } from '../../plugins/email/src/thread/memory.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { unpacked } from '../harness/unpacked.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { foundInDatabase, foundInFiles } from './canary.ts'

/** Stands in everything that is known of the person, and nowhere else. */
const word = 'zqxcanary'
const phone = '+5511977665544'
const canaries = [word, phone.slice(1)]

let node: TestApp
let ana: Person
const visitors: Visitor[] = []
let contactId: string
let ticket: Ticket
let mails: string
let neighbour: Ticket

const pending = (person: Person) =>
  person.ok<TicketPage>('GET', '/tickets?status[]=pending&status[]=open&status[]=closed&showAll=true')
const ticketSaying = async (text: string, person: Person): Promise<Ticket> =>
  (await eventually(
    async () => (await pending(person)).tickets.find(({ lastMessage }) => lastMessage === text),
    (found) => found !== undefined,
  ))!
const finished = (id: string): Promise<PrivacyRequest> =>
  eventually(
    () => ana.ok<PrivacyRequest>('GET', `/privacy/requests/${id}`),
    ({ state }) => state !== 'running',
  )

async function writes(connection: string, name: string, text: string): Promise<Visitor> {
  const visitor = new Visitor(node.base, connection)
  visitors.push(visitor)
  await visitor.session({ profile: { name, email: `${name.split(' ')[0]!.toLowerCase()}@example.test` } })
  await visitor.say(text)
  return visitor
}

beforeAll(async () => {
  node = await testApp({ channel: 'webchat' })
  ana = await node.signIn(node.a.admin)
  const bia = await node.signIn(node.b.admin)
  await writes(node.b.connection, 'Neighbour', 'Da outra empresa')
  neighbour = await ticketSaying('Da outra empresa', bia)
  await arrange()
})
afterAll(async () => {
  for (const visitor of visitors) visitor.close()
  await node.close()
})

/** Somebody about whom there is something in every corner. */
async function arrange(): Promise<void> {
  const { owner, db } = node.database
  const visitor = await writes(node.a.connection, `${word} Silva`, `Meu nome é ${word}`)
  ticket = await ticketSaying(`Meu nome é ${word}`, ana)
  contactId = ticket.contactId
  await visitor.attach(`${word}.txt`, `secrets of ${word}`, 'text/plain')
  await ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.login.userId })
  await ana.ok('POST', `/messages/${ticket.id}`, { body: `Olá ${word}` })
  const unsent = new FormData()
  unsent.set('media', new File([`unsent for ${word}`], `${word}.pdf`))
  const attached = await ana.ok<StoredUpload>('POST', `/messages/${ticket.id}/files`, unsent)
  await ana.ok('PUT', `/drafts/${ticket.id}`, {
    text: `Até logo, ${word}`,
    files: [`${word}.pdf`],
    uploads: [attached.id],
    writtenAt: new Date().toISOString(),
    basedOn: null,
  })
  await owner`
    insert into core.idempotency ${owner({
      tenant_id: node.a.id,
      user_id: node.a.admin.id,
      route: 'POST /messages',
      key: 'k1',
      request_hash: Buffer.from('x'),
      status: 200,
      answer: owner.json({ ticketId: ticket.id, body: word }),
    })}`
  await owner`
    update core.contact
       set number = ${phone}, extra_info = ${owner.json([{ description: 'CPF', info: word }])},
           profile_pic_url = ${`https://cdn.test/${word}.jpg`}
     where id = ${contactId}`
  await ana.ok('POST', '/attributes', { owner: 'contact', type: 'text', label: 'Obs' })
  await ana.ok('POST', '/attributes', { owner: 'ticket', type: 'text', label: 'Motivo' })
  await ana.ok('PUT', `/contacts/${contactId}`, { attributes: { obs: word } })
  await ana.ok('PUT', `/tickets/${ticket.id}`, { attributes: { motivo: word } })
  await owner`
    insert into core.contact_identity ${owner({
      tenant_id: node.a.id,
      kind: 'phone',
      value: phone,
      contact_id: contactId,
      verified: true,
    })}`

  // Another contact who turned out to be the same.
  await writes(node.a.connection, `${word} Souza`, `Sou ${word} também`)
  const other = await ticketSaying(`Sou ${word} também`, ana)
  await owner`
    update core.contact set profile_pic_url = ${`media:${await upload(`<svg>${word}</svg>`, 'retrato.svg')}`}
     where id = ${other.contactId}`
  await ana.ok('POST', `/contacts/${contactId}/merge`, { from: other.contactId })
  await owner`
    insert into plg_macros.run ${owner({
      tenant_id: node.a.id,
      user_id: node.a.admin.id,
      key: randomUUID(),
      macro_id: randomUUID(),
      ticket_id: ticket.id,
      contact_id: other.contactId,
      steps: owner.json([]),
      texts: owner.json([`Olá ${word}`]),
      before: owner.json({}),
      leased_until: new Date(),
    })}`

  // Tickets that were made one, and tables that were brought in and not taken.
  await owner`
    insert into core.ticket_merge ${owner({
      id: newId(),
      tenant_id: node.a.id,
      from_id: other.id,
      into_id: ticket.id,
      origins: [other.id],
      user_id: node.a.admin.id,
      before: owner.json({ from: { lastMessage: `Sou ${word} também` }, into: { lastMessage: word } }),
    })}`
  const table = newId()
  await owner`
    insert into core.contact_import ${owner({
      id: table,
      tenant_id: node.a.id,
      user_id: node.a.admin.id,
      name: 'contatos.csv',
      columns: ['Nome', 'Contato'],
      mapping: ['name', 'number'],
      rows: 3,
    })}`
  const rows = [
    [`${word} Silva`, '(11) 97766-5544'],
    [`${word} S.`, `${word.toUpperCase()}@Example.test`],
    ['Outra pessoa', '(11) 97766-5599'],
  ]
  await owner`
    insert into core.contact_import_row ${owner(
      rows.map((cells, index) => ({
        tenant_id: node.a.id,
        import_id: table,
        number: index + 1,
        cells: owner.json(cells),
      })),
    )}`

  // A letter on a connection that is switched off, with what the adapter remembers of it.
  const mail = {
    user: 'office@example.test',
    password: 'x',
    imapHost: 'imap.invalid',
    imapPort: 993,
    imapTls: true,
    smtpHost: 'smtp.invalid',
    smtpPort: 465,
    smtpTls: true,
  }
  mails = (
    await ana.ok<{ id: string }>('POST', '/whatsapp', { name: `Mail ${randomUUID()}`, type: 'email', config: mail })
  ).id
  await owner`update core.connection set is_active = false, status = 'inactive' where id = ${mails}`
  const chat = `${word}@example.test`
  const letter = newId()
  const html = await upload(`<!doctype html><p>${word}</p>`, `${word}.html`)
  const mailTicket = newId()
  await owner`
    insert into core.ticket ${owner({
      id: mailTicket,
      tenant_id: node.a.id,
      protocol: '9',
      status: 'pending',
      contact_id: contactId,
      connection_id: mails,
      channel: 'email',
      chat,
      last_message: word,
    })}`
  await owner`
    insert into core.message ${owner({
      id: letter,
      tenant_id: node.a.id,
      ticket_id: mailTicket,
      contact_id: contactId,
      connection_id: mails,
      external_id: `<1@${word}>`,
      from_me: false,
      body: word,
      parts: owner.json([{ kind: 'html', text: word, subject: word, media: html }]),
      status: 'received',
      sent_at: new Date(),
    })}`
  const held = new Map<string, string>()
  const memory = new Memory({
    state: connectionStateStore(db, node.a.id, mails),
    secrets: {
      get: async (name) => held.get(name),
      set: async (name, value) => void held.set(name, value),
      delete: async (name) => void held.delete(name),
      ensure: async (name, make) => {
        const key = held.get(name) ?? make()
        held.set(name, key)
        return key
      },
    },
  })
  memory.change(chat, { subject: word, last: `<1@${word}>`, people: [chat] })
  await memory.keep()
  await memory.tokenFor(chat as never)
  await owner`
    insert into core.early_event ${owner({
      tenant_id: node.a.id,
      connection_id: mails,
      external_id: `<2@${word}>`,
      event: owner.json({ type: 'edit', body: phone }),
    })}`
  const unsentLetter = newId()
  await owner`
    insert into core.message ${owner({
      id: unsentLetter,
      tenant_id: node.a.id,
      ticket_id: mailTicket,
      contact_id: contactId,
      connection_id: mails,
      from_me: true,
      body: word,
      parts: owner.json([{ kind: 'text', text: word, format: 'plain' }]),
      status: 'pending',
      sent_at: new Date(),
    })}`
  await owner`
    insert into core.delivery ${owner({
      id: newId(),
      tenant_id: node.a.id,
      message_id: unsentLetter,
      connection_id: mails,
      chat,
    })}`

  // What travels, what failed, and what is still to be done.
  const data = owner.json({ contactId, text: word })
  const event = { tenant_id: node.a.id, name: 'webchat.wrote.v1', key: contactId, data }
  await owner`insert into bus.outbox ${owner({ ...event })}`
  await owner`
    insert into bus.parked ${owner({
      ...event,
      consumer: 'plugin.webchat.x',
      seq: 1,
      event_id: randomUUID(),
      at: new Date(),
      next_at: new Date(),
      error: `cannot read ${word}`,
      dead_at: new Date(),
    })}`
  await owner`
    select graphile_worker.add_job('plugin:webchat:remind',
      ${JSON.stringify({ tenantId: node.a.id, data: { contactId, text: word } })}::text::json,
      run_at => now() + interval '1 day')`
}

async function upload(content: string, name: string): Promise<string> {
  const id = newId()
  await mkdir(`${node.dataDir}/media/${node.a.id}`, { recursive: true })
  await writeFile(`${node.dataDir}/media/${node.a.id}/${id}.bin`, content)
  await node.database.owner`
    insert into core.media ${node.database.owner({
      id,
      tenant_id: node.a.id,
      name,
      mime: 'text/html',
      bytes: Buffer.byteLength(content),
    })}`
  return id
}

describe('an export', () => {
  test('holds everything that is kept of a person: words, files, pictures, identities, merges, and what plugins hold', async () => {
    const { id } = await ana.ok<PrivacyRequest>('POST', '/privacy/exports', { contactId })
    expect(await finished(id)).toMatchObject({
      kind: 'export',
      state: 'done',
      progress: 1,
      waitingFor: [],
      counts: { tickets: 3, files: 3, merges: 1 },
    })
    const { url } = await ana.ok<{ url: string }>('POST', `/privacy/exports/${id}/link`)
    const files = await unpacked(node.base + url)
    const all = [...files.keys()].sort()
    expect(JSON.parse(files.get('contents.json')!)).toMatchObject({
      contact: contactId,
      tickets: 3,
      files: 3,
      missing: [],
    })
    const { contacts, merges } = JSON.parse(files.get('contact.json')!) as {
      contacts: { attributes: object; identities: { kind: string; value: string }[] }[]
      merges: unknown[]
    }
    expect(contacts).toHaveLength(2)
    expect(merges).toHaveLength(1)
    expect(contacts.map(({ attributes }) => attributes)).toContainEqual({ obs: word })
    expect(
      (JSON.parse(files.get('tickets.json')!) as { attributes: object }[]).map(({ attributes }) => attributes),
    ).toContainEqual({ motivo: word })
    expect(contacts.flatMap(({ identities }) => identities).map(({ value }) => value)).toContain(phone)
    expect(all.filter((name) => name.startsWith('messages/'))).toHaveLength(3)
    expect(
      all
        .filter((name) => name.startsWith('media/'))
        .map((name) => files.get(name)!)
        .sort(),
    ).toEqual([`<!doctype html><p>${word}</p>`, `<svg>${word}</svg>`, `secrets of ${word}`])
    expect(JSON.parse(files.get('plugins/webchat.json')!)).toMatchObject({
      visitors: [{ name: `${word} Silva` }, { name: `${word} Souza` }],
    })
    expect([...files.values()].join()).not.toContain('Da outra empresa')
  })

  test('is fetched by a signed path for a short time, and by nobody else', async () => {
    const { requests } = await ana.ok<PrivacyRequestPage>('GET', `/privacy/requests?contactId=${contactId}`)
    const { url } = await ana.ok<{ url: string }>('POST', `/privacy/exports/${requests[0]!.id}/link`)
    for (const wrong of [
      url.replace(/e=\d+/, 'e=9999999999'),
      url.replace(node.a.id, node.b.id),
      url.replace(/s=.*/, 's='),
      url.replace(/s=(.)/, (_whole, first) => `s=${first === 'A' ? 'B' : 'A'}`),
    ])
      expect((await fetch(node.base + wrong)).status, wrong).toBe(404)
    const bia = await node.signIn(node.b.admin)
    expect(await bia.refused('POST', `/privacy/exports/${requests[0]!.id}/link`)).toBe('404 ERR_NOT_FOUND')
    expect(await bia.refused('GET', `/privacy/requests/${requests[0]!.id}`)).toBe('404 ERR_NOT_FOUND')
    expect(await bia.refused('POST', '/privacy/exports', { contactId })).toBe('404 ERR_NO_CONTACT_FOUND')
    const sofia = await node.signIn(node.a.supervisor)
    expect(await sofia.refused('POST', '/privacy/exports', { contactId })).toBe('403 ERR_NO_PERMISSION')
    expect(await sofia.refused('GET', `/privacy/erasures/preview?contactId=${contactId}`)).toBe('403 ERR_NO_PERMISSION')
  })

  test('asks for having shown who one is', async () => {
    await node.database
      .owner`update core.session set confirmed_at = now() - interval '1 hour' where user_id = ${node.a.admin.id}`
    await node.restart()
    expect(await ana.refused('POST', '/privacy/exports', { contactId })).toBe('403 ERR_CONFIRMATION_REQUIRED')
    expect(await ana.refused('POST', '/privacy/erasures', { contactId, reason: 'request' })).toBe(
      '403 ERR_CONFIRMATION_REQUIRED',
    )
    ana = await node.signIn(node.a.admin)
  })
})

describe('an erasure', () => {
  test(
    'T-LGPD1 leaves nothing of a person in any table, file, event, job or plugin, and the tickets without them',
    { timeout: 60_000 },
    async () => {
      await ana.ok('POST', `/p/notes/tickets/${ticket.id}/notes`, { content: `${word} liga à tarde` })
      const chat = await ana.ok<{ id: string }>('POST', '/p/internal-chat/chats', {
        name: 'Dúvidas',
        userIds: [node.a.user.id],
      })
      await ana.ok('POST', `/p/internal-chat/chats/${chat.id}/messages`, {
        key: 'about-the-person',
        content: `O que digo a ${word}?`,
        quote: { ticketId: ticket.id },
      })
      expect((await foundInDatabase(node.database.owner, canaries)).map((place) => place.split(':')[0])).toEqual(
        expect.arrayContaining([
          'core.contact',
          'core.contact_identity',
          'core.message',
          'core.media',
          'core.ticket',
          'core.connection_state',
          'core.contact_import_row',
          'core.early_event',
          'core.ticket_merge',
          'core.idempotency',
          'core.delivery',
          'bus.log',
          'bus.parked',
          'graphile_worker._private_jobs',
          'plg_webchat.visitor',
          'plg_notes.note',
          'plg_internal_chat.message',
        ]),
      )
      expect(foundInFiles(node.dataDir, canaries).length).toBeGreaterThan(1)

      const preview = await ana.ok<ErasurePreview>('GET', `/privacy/erasures/preview?contactId=${contactId}`)
      expect(preview).toMatchObject({
        contact: { id: contactId, name: `${word} Silva` },
        counts: { tickets: 3, messages: 6, files: 2, merges: 1 },
        plugins: [
          'ai',
          'bots',
          'business-hours',
          'chatwoot-api',
          'email',
          'flows',
          'internal-chat',
          'macros',
          'notes',
          'nps',
          'webchat',
        ],
      })
      const { received } = await ana.listen()
      const { id } = await ana.ok<PrivacyRequest>('POST', '/privacy/erasures', { contactId, reason: 'request' })
      const receipt = await finished(id)
      expect(receipt).toMatchObject({
        kind: 'erasure',
        state: 'done',
        reason: 'request',
        progress: 1,
        waitingFor: [],
        contact: { name: 'Contato apagado' },
        counts: preview.counts,
      })

      expect(await foundInDatabase(node.database.owner, canaries)).toEqual([])
      expect(foundInFiles(node.dataDir, canaries)).toEqual([])
      expect(
        (await node.database.owner`select cells ->> 0 as name from core.contact_import_row`).map((row) => row['name']),
        'rows about others stay',
      ).toEqual(['Outra pessoa'])
      expect(
        await foundInDatabase(node.database.owner, [contactId]).then((places) =>
          places.filter((place) => !/^(bus\.(log|outbox)|core\.audit_log)/.test(place)),
        ),
      ).toEqual([])

      expect(await ana.refused('GET', `/contacts/${contactId}`)).toBe('404 ERR_NO_CONTACT_FOUND')
      expect((await ana.ok<ContactPage>('GET', `/contacts?searchParam=${word}`)).contacts).toEqual([])
      expect((await ana.ok<ContactPage>('GET', '/contacts?searchParam=apagado')).contacts).toEqual([])
      const page = await ana.ok<MessagePage>('GET', `/messages/${ticket.id}`)
      expect(page.messages).toEqual([])
      expect(page.ticket).toMatchObject({
        id: ticket.id,
        protocol: ticket.protocol,
        status: 'closed',
        name: 'Contato apagado',
        lastMessage: '',
        createdAt: ticket.createdAt,
      })
      await eventually(
        () => JSON.stringify(received),
        (seen) => seen.includes('ticket:remove') && seen.includes(ticket.id),
      )
      const published = await eventually(
        () => node.database.owner`select data from bus.log where name = 'contact.forgotten.v1'`,
        (rows) => rows.length > 0,
      )
      expect(published.map((row) => row['data'])).toEqual([{ contactId }])
      const trail = await ana.ok<AuditPage>('GET', `/audit?subject=${id}`)
      expect(trail.entries.map(({ action, user }) => [action, user?.id ?? null])).toEqual([
        ['privacy.erased', null],
        ['privacy.erase', node.a.admin.id],
      ])
      expect(
        (
          await node.database
            .owner`select state from core.privacy_request where tenant_id = ${node.a.id} and kind = 'export'`
        ).map((row) => row['state']),
      ).toEqual(['expired'])
    },
  )

  test('touches nobody else', async () => {
    const bia = await node.signIn(node.b.admin)
    expect((await bia.ok<MessagePage>('GET', `/messages/${neighbour.id}`)).messages).toMatchObject([
      { body: 'Da outra empresa' },
    ])
  })

  test('is done once: whoever asks again finds nobody, and a shell cannot be merged', async () => {
    expect(await ana.refused('POST', '/privacy/erasures', { contactId, reason: 'request' })).toBe(
      '404 ERR_NO_CONTACT_FOUND',
    )
    const [shell] = await node.database.owner`select id from core.contact where erased_at is not null`
    expect(await ana.refused('GET', `/privacy/erasures/preview?contactId=${shell!['id']}`)).toBe(
      '404 ERR_NO_CONTACT_FOUND',
    )
    await writes(node.a.connection, 'Outro', 'Sou outro')
    const other = await ticketSaying('Sou outro', ana)
    expect(await ana.refused('POST', `/contacts/${shell!['id']}/merge`, { from: other.contactId })).toBe(
      '404 ERR_NO_CONTACT_FOUND',
    )
    expect(await ana.refused('POST', `/contacts/${other.contactId}/merge`, { from: shell!['id'] })).toBe(
      '404 ERR_NO_CONTACT_FOUND',
    )
  })

  test('does not keep the same person from writing again, as somebody new', async () => {
    await writes(node.a.connection, `${word} Silva`, 'Voltei')
    const again = await ticketSaying('Voltei', ana)
    expect(again.id).not.toBe(ticket.id)
    expect(again.contactId).not.toBe(contactId)
    expect(again.name).toBe(`${word} Silva`)
  })

  test('of two at once, one is taken', async () => {
    await writes(node.a.connection, 'Dupla', 'Duas vezes')
    const { contactId: twice } = await ticketSaying('Duas vezes', ana)
    const codes = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await ana.call<PrivacyRequest>('POST', '/privacy/erasures', { contactId: twice, reason: 'other' })).status,
      ),
    )
    expect(codes.filter((status) => status === 202)).toHaveLength(1)
    await eventually(async () =>
      (await ana.ok<PrivacyRequestPage>('GET', '/privacy/requests')).requests.every(({ state }) => state !== 'running'),
    )
  })

  test('keeps a file that somebody else was sent too', async () => {
    const { owner } = node.database
    await writes(node.a.connection, 'Um', 'Do primeiro')
    await writes(node.a.connection, 'Dois', 'Do segundo')
    const [first, second] = [await ticketSaying('Do primeiro', ana), await ticketSaying('Do segundo', ana)]
    const shared = await upload('of both', 'both.html')
    for (const one of [first, second])
      await owner`
        update core.message
           set parts = ${owner.json([{ kind: 'media', as: 'document', media: shared, mime: 'text/html' }])}
         where ticket_id = ${one.id}`
    const erase = async ({ contactId: who }: Ticket) =>
      finished((await ana.ok<PrivacyRequest>('POST', '/privacy/erasures', { contactId: who, reason: 'purpose' })).id)
    await erase(first)
    expect(await owner`select id from core.media where id = ${shared}`).toHaveLength(1)
    expect(foundInFiles(node.dataDir, ['of both'])).toHaveLength(1)
    await erase(second)
    expect(await owner`select id from core.media where id = ${shared}`).toHaveLength(0)
    expect(foundInFiles(node.dataDir, ['of both'])).toHaveLength(0)
  })

  test('waits for a plugin that cannot do its part, and asks it again until it has', async () => {
    const { owner } = node.database
    await writes(node.a.connection, 'Paciente', 'Sem pressa')
    const patient = await ticketSaying('Sem pressa', ana)
    const [before] = await owner<{ config: object }[]>`select config from core.connection where id = ${mails}`
    await owner`update core.connection set config = '{}' where id = ${mails}`
    await owner`
      insert into core.ticket ${owner({
        id: newId(),
        tenant_id: node.a.id,
        protocol: '10',
        status: 'closed',
        contact_id: patient.contactId,
        connection_id: mails,
        channel: 'email',
        chat: 'patient@example.test',
      })}`
    await node.restart()
    const { id } = await ana.ok<PrivacyRequest>('POST', '/privacy/erasures', {
      contactId: patient.contactId,
      reason: 'consent',
    })
    const waiting = await eventually(
      () => ana.ok<PrivacyRequest>('GET', `/privacy/requests/${id}`),
      ({ waitingFor }) => waitingFor.length > 0,
    )
    expect(waiting).toMatchObject({ state: 'running', waitingFor: ['email'], contact: { name: 'Contato apagado' } })
    // By whom it waits is known, and to nobody who reads the table.
    expect(await foundInDatabase(owner, ['patient@example.test'])).toEqual([])

    await owner`update core.connection set config = ${owner.json(before!.config as never)} where id = ${mails}`
    await node.restart()
    await owner`update graphile_worker._private_jobs set run_at = now() where payload -> 'data' ->> 'requestId' = ${id}`
    expect(await finished(id)).toMatchObject({ state: 'done', waitingFor: [] })
  })
})
