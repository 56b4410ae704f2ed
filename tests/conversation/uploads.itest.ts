import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message, MessagePage, StoredUpload } from '@recado/contracts'
import { newId } from '../../core/src/ids.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

/* Files that are there before their message: each in a request of its own, and none that stays behind unsent. */

let app: TestApp
let agent: Person
let admin: Person
let stranger: Person
let ticket: string
beforeAll(async () => {
  app = await testApp({ channel: 'webchat' })
  ;[agent, admin, stranger] = [await app.signIn(app.a.user), await app.signIn(app.a.admin), await app.signIn(app.b.admin)]
  ticket = await conversation(app.a.user.id)
})
afterAll(() => app.close())

async function conversation(user: string): Promise<string> {
  const { owner } = app.database
  const [contact, id] = [newId<never>(), newId<never>()]
  await owner`insert into core.contact ${owner({ id: contact, tenant_id: app.a.id, name: 'Nádia Prado' })}`
  await owner`insert into core.ticket ${owner({ id, tenant_id: app.a.id, protocol: id, status: 'open', contact_id: contact, origin_id: contact, connection_id: app.a.connection, channel: 'webchat', chat: id, user_id: user } as never)}`
  return id
}
const carrying = (file?: File, more: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  if (file) form.set('media', file)
  return form
}
const add = (file: File, who = agent, to = ticket) => who.ok<StoredUpload>('POST', `/messages/${to}/files`, carrying(file))
const letter = (name: string) => new File([`o texto de ${name}`], name, { type: 'text/plain' })
const kept = async (id: string): Promise<boolean> => (await app.database.owner`select 1 from core.media where id = ${id}`).length === 1
const last = async (): Promise<Message[]> => (await agent.ok<MessagePage>('GET', `/messages/${ticket}?limit=200`)).messages
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

describe('a file that is uploaded before its message', () => {
  it('is what it is by its bytes, is shown by its path, and goes in the order of the message, the text on the first', async () => {
    const [nota, ponto] = [await add(letter('nota.txt')), await add(new File([png], 'ponto.png', { type: 'image/png' }))]
    expect(ponto).toMatchObject({ mime: 'image/png', name: 'ponto.png', bytes: png.length })
    expect(Buffer.from(await (await fetch(app.base + ponto.path)).arrayBuffer())).toEqual(png)
    await agent.ok('POST', `/messages/${ticket}`, { body: 'Seguem os dois', attachments: [ponto.path, nota.path] })
    const sent = (await last()).slice(-2)
    expect(sent.flatMap(({ media }) => media.map(({ name }) => name))).toEqual(['ponto.png', 'nota.txt'])
    expect(sent.flatMap(({ parts }) => parts)).toMatchObject([{ kind: 'media', as: 'image', media: ponto.id }, { kind: 'media', as: 'document', media: nota.id }])
    expect(JSON.stringify(sent[0])).toContain('Seguem os dois')
  })

  it('S5-038 S5-045 S8-087 is refused by its name before there is a message', async () => {
    const post = (form: FormData) => agent.call<{ error: string; detail?: string; limit?: number }>('POST', `/messages/${ticket}/files`, form)
    expect(await post(carrying(new File(['nem imagem, e bem comprida'], 'foto.png', { type: 'image/png' })))).toMatchObject({ status: 422, body: { error: 'ERR_INVALID_IMAGE', detail: 'foto.png' } })
    const enormous = Buffer.from(png)
    enormous.writeUInt32BE(50_000, 16)
    enormous.writeUInt32BE(50_000, 20)
    expect(await post(carrying(new File([enormous], 'bomba.png', { type: 'image/png' })))).toMatchObject({ status: 422, body: { error: 'ERR_IMAGE_TOO_LARGE', detail: 'bomba.png', limit: 40 } })
    expect(await post(carrying(new File([new Uint8Array(10_000_001)], 'filme.bin')))).toMatchObject({ status: 413, body: { limit: 10_000_000 } })
    expect(await post(carrying())).toMatchObject({ status: 422, body: { error: 'ERR_NO_FILE_UPLOADED' } })
  })

  it('S5-039 S9-013 counts with the others of its message: 30 MB together', async () => {
    const files = await Promise.all(Array.from({ length: 4 }, (_, n) => add(new File([new Uint8Array(7_600_000).fill(1)], `${n}.bin`))))
    expect(await agent.call('POST', `/messages/${ticket}`, { attachments: files.map(({ path }) => path) })).toMatchObject({ status: 413, body: { error: 'ERR_FILE_TOO_LARGE', limit: 30_000_000 } })
  })

  it('belongs to its company, to a conversation that its uploader sees, and to its uploader', async () => {
    const file = await add(letter('minha.txt'))
    expect(await stranger.refused('POST', `/messages/${ticket}/files`, carrying(letter('x.txt')))).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await stranger.refused('DELETE', `/messages/files/${file.id}`)).toBe('404 ERR_NO_MEDIA_FOUND')
    expect(await admin.refused('DELETE', `/messages/files/${file.id}`)).toBe('404 ERR_NO_MEDIA_FOUND')
    const forged = file.path.replace(/s=./, 's=_')
    expect(await agent.refused('POST', `/messages/${ticket}`, { attachments: [forged] })).toBe('404 ERR_NO_MEDIA_FOUND')
    expect(await kept(file.id)).toBe(true)
  })

  it('goes at once when it is thrown away; one that was sent stays', async () => {
    const [thrown, sent] = [await add(letter('não.txt')), await add(letter('sim.txt'))]
    await agent.ok('POST', `/messages/${ticket}`, { attachments: [sent.path] })
    for (const { id } of [thrown, sent]) await agent.ok('DELETE', `/messages/files/${id}`)
    expect([await kept(thrown.id), await kept(sent.id)]).toEqual([false, true])
    expect(await agent.refused('DELETE', `/messages/files/${thrown.id}`)).toBe('404 ERR_NO_MEDIA_FOUND')
    expect((await fetch(app.base + thrown.path)).status).toBe(404)
    expect(await (await fetch(app.base + sent.path)).text()).toBe('o texto de sim.txt')
  })
})

describe('the sweep of uploads', () => {
  /** Who holds a file, by the column that says so. What is not named here is held by nobody. */
  const holders: Record<string, (file: StoredUpload) => Promise<unknown>> = {
    'core.message.parts': ({ path }) => agent.ok('POST', `/messages/${ticket}`, { attachments: [path] }),
    'core.scheduled_message.messages': ({ path }) => agent.ok('POST', `/messages/${ticket}`, { attachments: [path], scheduleDate: new Date(Date.now() + 86_400_000).toISOString() }),
    'core.user_account.image': ({ id }) => app.database.owner`update core.user_account set image = ${id} where id = ${app.a.admin.id}`,
    'core.user_group.image': ({ id }) => app.database.owner`insert into core.user_group ${app.database.owner({ id: newId(), tenant_id: app.a.id, name: `Grupo ${id}`, image: id })}`,
    'core.contact.profile_pic_url': ({ id }) => app.database.owner`update core.contact set profile_pic_url = ${`media:${id}`} where tenant_id = ${app.a.id}`,
    'plg_stickers.sticker.media_id': ({ id }) => app.database.owner`insert into plg_stickers.sticker ${app.database.owner({ tenant_id: app.a.id, name: 'Oi', pack: '', media_id: id, bytes: 3, is_animated: false, created_by: app.a.user.id })}`,
    'plg_quick_messages.part.media_id': async ({ id }) => {
      const { owner } = app.database
      const message = newId()
      await owner`insert into plg_quick_messages.quick_message ${owner({ id: message, tenant_id: app.a.id, key: 'guardado', scope: 'global' })}`
      await owner`insert into plg_quick_messages.part ${owner({ tenant_id: app.a.id, message_id: message, position: 0, text: '', media_id: id, media_name: 'x', media_mime: 'text/plain', media_bytes: 3 })}`
    },
    'plg_waba.template.header_media_id': async ({ id }) => {
      const { owner } = app.database
      await owner`insert into plg_waba.template ${owner({ tenant_id: app.a.id, connection_id: app.a.connection, name: 'modelo', language: 'pt_BR', header_format: 'DOCUMENT', header_media_id: id })}`
    },
  }
  const older = (hours: number, ids: readonly string[]) => app.database.owner`update core.upload set created_at = now() - make_interval(hours => ${hours}) where media_id = any (${ids as string[]})`

  it('leaves what anything holds and what is younger than a day, and nothing else', async () => {
    const held = new Map<string, StoredUpload>()
    for (const [place, hold] of Object.entries(holders)) {
      const file = await add(letter(`${place}.txt`))
      await hold(file)
      held.set(place, file)
    }
    const [forgotten, young, theirs] = [await add(letter('esquecido.txt')), await add(letter('novo.txt')), await add(letter('do admin.txt'), admin)]
    await older(25, [forgotten, theirs, ...held.values()].map(({ id }) => id))
    await older(23, [young.id])
    await app.app.sweepUploads()
    const gone = async (file: StoredUpload) => !(await kept(file.id)) && (await fetch(app.base + file.path)).status === 404
    expect(await Promise.all([...held].map(async ([place, file]) => [place, await gone(file)]))).toEqual([...held.keys()].map((place) => [place, false]))
    expect([await gone(forgotten), await gone(theirs), await gone(young)]).toEqual([true, true, false])
    // What is held is not looked at again.
    expect((await app.database.owner`select media_id from core.upload where media_id = any (${[...held.values()].map(({ id }) => id as string)})`).length).toBe(0)
  })

  it('knows every column in which a file can stand', async () => {
    const columns = await app.database.owner<{ name: string }[]>`
      select c.oid::regclass || '.' || a.attname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and (n.nspname = 'core' or n.nspname like 'plg\\_%') and (a.attname ~ '(^|_)(media|media_id|image|picture|profile_pic_url)$'
          or exists (select 1 from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'core.media'::regclass and a.attnum = any (f.conkey) and a.attname <> 'tenant_id'))`
    // Named by what hangs on a file and holds it for nobody: what is to be erased, and the upload itself.
    const others = ['core.upload.media_id', 'core.erased_media.media_id']
    // Of these two the files stand within JSON.
    const within = ['core.message.parts', 'core.scheduled_message.messages']
    expect(columns.map(({ name }) => name).toSorted()).toEqual([...others, ...Object.keys(holders).filter((name) => !within.includes(name))].toSorted())
  })
})
