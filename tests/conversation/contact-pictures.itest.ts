import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContactPage, ContactRecord, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

/* The picture of a contact: uploaded, shown wherever the person is, replaced, taken away, and gone with them. */

let app: TestApp
let admin: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  app = await testApp({ channel: 'webchat' })
  ;[admin, agent, stranger] = [
    await app.signIn(app.a.admin),
    await app.signIn(app.a.user),
    await app.signIn(app.b.admin),
  ]
})
afterAll(() => app.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const face = (bytes: Uint8Array = png, name = 'rosto.png'): FormData => {
  const form = new FormData()
  form.set('file', new File([Buffer.from(bytes)], name, { type: 'image/png' }))
  return form
}
async function person(picture: string | null = null): Promise<{ contact: string; ticket: string }> {
  const { owner } = app.database
  const [contact, ticket]: [string, string] = [newId(), newId()]
  await owner`
    insert into core.contact ${owner({
      id: contact,
      tenant_id: app.a.id,
      name: `Nádia ${contact.slice(-6)}`,
      profile_pic_url: picture,
    })}`
  await owner`
    insert into core.ticket ${owner({
      id: ticket,
      tenant_id: app.a.id,
      protocol: ticket,
      status: 'open',
      contact_id: contact,
      origin_id: contact,
      connection_id: app.a.connection,
      channel: 'webchat',
      chat: ticket,
      user_id: app.a.user.id,
    } as never)}`
  return { contact, ticket }
}
const set = (id: string, form = face(), who = agent) =>
  who.call<ContactRecord & { error?: string }>('PUT', `/contacts/${id}/image`, form)
const files = async (): Promise<string[]> =>
  (await app.database.owner<{ id: string }[]>`select id from core.media where tenant_id = ${app.a.id}`).map(
    ({ id }) => id,
  )

describe('the picture of a contact', () => {
  it('is drawn anew, and shown by a signed path wherever the person is', async () => {
    const { contact, ticket } = await person()
    const { status, body } = await set(contact)
    expect([status, body.profilePicUrl]).toEqual([200, expect.stringMatching(new RegExp(`^/media/${app.a.id}/`))])
    const shown = await fetch(app.base + body.profilePicUrl!)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const id = body.profilePicUrl!.split('/')[3]!
    const everywhere = [
      (await agent.ok<ContactPage>('GET', '/contacts?limit=100')).contacts.find((one) => one.id === contact),
      await agent.ok<Ticket>('GET', `/tickets/${ticket}`),
      (await agent.ok<TicketPage>('GET', '/tickets/?status[]=open&limit=100')).tickets.find((one) => one.id === ticket),
      (await agent.ok<MessagePage>('GET', `/messages/${ticket}`)).ticket,
      (await agent.ok<MessagePage>('GET', `/messages/${ticket}`)).contact,
    ]
    expect(everywhere.map((one) => one?.profilePicUrl?.split('/')[3])).toEqual(everywhere.map(() => id))
  })

  it('is replaced and taken away, and what nobody shows any more is not kept', async () => {
    const { contact } = await person()
    const before = await files()
    await set(contact)
    await set(contact)
    expect((await files()).length).toBe(before.length + 1)
    expect((await agent.call<ContactRecord>('DELETE', `/contacts/${contact}/image`)).body.profilePicUrl).toBeNull()
    expect(await files()).toEqual(before)
  })

  it('belongs to its company, is a picture, and needs the right to write contacts', async () => {
    const { contact } = await person()
    expect((await set(contact, face(), stranger)).status).toBe(404)
    expect(await stranger.refused('DELETE', `/contacts/${contact}/image`)).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(
      await set(contact, face(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'rosto.svg')),
    ).toMatchObject({ status: 422, body: { error: 'ERR_FILE_TYPE' } })
    expect(await set(contact, face(Buffer.concat([png, Buffer.alloc(5_000_001)])))).toMatchObject({
      status: 413,
      body: { error: 'ERR_FILE_TOO_LARGE' },
    })
    expect((await agent.ok<ContactRecord>('GET', `/contacts/${contact}`)).profilePicUrl).toBeNull()
  })

  it('that a channel brought is an address, shown as it is until somebody replaces it', async () => {
    const { contact } = await person('https://cdn.test/rosto.jpg')
    expect((await agent.ok<ContactRecord>('GET', `/contacts/${contact}`)).profilePicUrl).toBe(
      'https://cdn.test/rosto.jpg',
    )
    expect((await set(contact)).body.profilePicUrl).toMatch(/^\/media\//)
  })

  it('goes along when contacts become one, and comes back with the one it was of', async () => {
    const [from, into] = [await person(), await person()]
    await set(from.contact)
    const merge = await admin.ok<{ id: string }>('POST', `/contacts/${into.contact}/merge`, { from: from.contact })
    const shown = async (id: string) =>
      (await agent.ok<ContactRecord>('GET', `/contacts/${id}`)).profilePicUrl?.split('/')[3]
    const picture = await shown(into.contact)
    expect(picture).toBeDefined()
    await admin.ok('POST', `/contacts/merges/${merge.id}/undo`)
    expect([await shown(from.contact), await shown(into.contact)]).toEqual([picture, undefined])
    expect(await files()).toContain(picture)
  })

  it('goes with the person, by deletion and by erasure', async () => {
    const { owner } = app.database
    const before = new Set(await files())
    // What an earlier test left to be taken away may go meanwhile.
    const kept = async () => (await files()).filter((id) => !before.has(id))
    const [lone] = [newId<never>()]
    await owner`insert into core.contact ${owner({ id: lone, tenant_id: app.a.id, name: 'Ninguém' })}`
    await set(lone)
    await admin.ok('DELETE', `/contacts/${lone as string}`)
    expect(await kept()).toEqual([])
    const { contact } = await person()
    const url = (await set(contact)).body.profilePicUrl!
    expect((await fetch(app.base + url)).status).toBe(200)
    await admin.ok('POST', '/privacy/erasures', { contactId: contact, reason: 'request' })
    await eventually(
      async () => (await fetch(app.base + url)).status,
      (status) => status === 404,
    )
    // Its address ends before the file is taken away.
    await eventually(kept, (ids) => ids.length === 0)
  })
})
