import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ticket, TicketPage } from '@recado/contracts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

let app: TestApp
let admin: Person
let ticket: Ticket
beforeAll(async () => {
  app = await testApp({ channel: 'webchat' })
  admin = await app.signIn(app.a.admin)
  const { owner } = app.database
  const contact = crypto.randomUUID()
  await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${app.a.id}, 'Contato')`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    values (${crypto.randomUUID()}, ${app.a.id}, 'p', 'open', ${contact}, ${app.a.connection}, 'webchat', 'c')`
  ticket = (await admin.ok<TicketPage>('GET', '/tickets/?status[]=open&showAll=true')).tickets[0]!
})
afterAll(() => app.close())

const upload = async (...files: File[]) => {
  const form = new FormData()
  for (const file of files) form.append('medias', file)
  return admin.call<{ error?: string; detail?: string; limit?: number }>('POST', `/messages/${ticket.id}`, form)
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('S5-038 S9-012 S5-039 S9-013 the server holds the limits too: 10 MB each and 30 MB together', async () => {
  expect(await upload(new File([new Uint8Array(10_000_001)], 'a.bin'))).toMatchObject({
    status: 413,
    body: { error: 'ERR_FILE_TOO_LARGE', limit: 10_000_000 },
  })
  expect(
    await upload(...Array.from({ length: 4 }, (_, n) => new File([new Uint8Array(7_600_000)], `${n}.bin`))),
  ).toMatchObject({ status: 413, body: { error: 'ERR_FILE_TOO_LARGE', limit: 30_000_000 } })
})

it('S5-045 what is called a picture and is none is refused by its name; a picture goes', async () => {
  expect(await upload(new File(['nem imagem'], 'foto.png', { type: 'image/png' }))).toMatchObject({
    status: 422,
    body: { error: 'ERR_INVALID_IMAGE', detail: 'foto.png' },
  })
  expect(await upload(new File([png], 'ponto.png', { type: 'image/png' }))).toMatchObject({ status: 200 })
})

it('S8-035 nothing to send is refused', async () => {
  expect(await admin.refused('POST', `/messages/${ticket.id}`, { body: '   ' })).toBe('422 ERR_CREATING_MESSAGE')
})

it('S8-087 an upload without its file is refused', async () => {
  const empty = await admin.call<{ error: string }>('PUT', `/users/${app.a.admin.id}/image`, new FormData())
  expect([empty.status, empty.body.error]).toEqual([422, 'ERR_NO_FILE_UPLOADED'])
})
