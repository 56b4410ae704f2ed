import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  Draft,
  DraftKept,
  Drafts,
  Message,
  MessagePage,
  ScheduledMessages,
  StoredUpload,
  Ticket,
} from '@recado/contracts'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

/* Files that are there before their message: each in a request of its own, and none that stays behind unsent. */

let app: TestApp
let agent: Person
let admin: Person
let stranger: Person
let ticket: string
beforeAll(async () => {
  app = await testApp({ channel: 'webchat' })
  ;[agent, admin, stranger] = [
    await app.signIn(app.a.user),
    await app.signIn(app.a.admin),
    await app.signIn(app.b.admin),
  ]
  ticket = await conversation(app.a.user.id)
})
afterAll(() => app.close())

async function conversation(user: string): Promise<string> {
  const { owner } = app.database
  const [contact, id] = [newId<never>(), newId<never>()]
  await owner`insert into core.contact ${owner({ id: contact, tenant_id: app.a.id, name: 'Nádia Prado' })}`
  await owner`
    insert into core.ticket ${owner({
      id,
      tenant_id: app.a.id,
      protocol: id,
      status: 'open',
      contact_id: contact,
      origin_id: contact,
      connection_id: app.a.connection,
      channel: 'webchat',
      chat: id,
      user_id: user,
    } as never)}`
  return id
}
const carrying = (file?: File, more: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  if (file) form.set('media', file)
  return form
}
const add = (file: File, who = agent, to = ticket) =>
  who.ok<StoredUpload>('POST', `/messages/${to}/files`, carrying(file))
const letter = (name: string) => new File([`o texto de ${name}`], name, { type: 'text/plain' })
const kept = async (id: string): Promise<boolean> =>
  (await app.database.owner`select 1 from core.media where id = ${id}`).length === 1
const last = async (): Promise<Message[]> =>
  (await agent.ok<MessagePage>('GET', `/messages/${ticket}?limit=200`)).messages
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a file that is uploaded before its message', () => {
  it('is what it is by its bytes, is shown by its path, and goes in the order of the message, the text on the first', async () => {
    const [nota, ponto] = [
      await add(letter('nota.txt')),
      await add(new File([png], 'ponto.png', { type: 'image/png' })),
    ]
    expect(ponto).toMatchObject({ mime: 'image/png', name: 'ponto.png', bytes: png.length })
    expect(Buffer.from(await (await fetch(app.base + ponto.path)).arrayBuffer())).toEqual(png)
    await agent.ok('POST', `/messages/${ticket}`, { body: 'Seguem os dois', attachments: [ponto.path, nota.path] })
    const sent = (await last()).slice(-2)
    expect(sent.flatMap(({ media }) => media.map(({ name }) => name))).toEqual(['ponto.png', 'nota.txt'])
    expect(sent.flatMap(({ parts }) => parts)).toMatchObject([
      { kind: 'media', as: 'image', media: ponto.id },
      { kind: 'media', as: 'document', media: nota.id },
    ])
    expect(JSON.stringify(sent[0])).toContain('Seguem os dois')
    expect(await agent.ok<Ticket>('GET', `/tickets/${ticket}`)).toMatchObject({
      lastMessage: 'nota.txt',
      lastContent: { as: 'document', captioned: false },
    })
  })

  it('S5-038 S5-045 S8-087 is refused by its name before there is a message', async () => {
    const post = (form: FormData) =>
      agent.call<{ error: string; detail?: string; limit?: number }>('POST', `/messages/${ticket}/files`, form)
    expect(
      await post(carrying(new File(['nem imagem, e bem comprida'], 'foto.png', { type: 'image/png' }))),
    ).toMatchObject({ status: 422, body: { error: 'ERR_INVALID_IMAGE', detail: 'foto.png' } })
    const enormous = Buffer.from(png)
    enormous.writeUInt32BE(50_000, 16)
    enormous.writeUInt32BE(50_000, 20)
    expect(await post(carrying(new File([enormous], 'bomba.png', { type: 'image/png' })))).toMatchObject({
      status: 422,
      body: { error: 'ERR_IMAGE_TOO_LARGE', detail: 'bomba.png', limit: 40 },
    })
    expect(await post(carrying(new File([new Uint8Array(10_000_001)], 'filme.bin')))).toMatchObject({
      status: 413,
      body: { limit: 10_000_000 },
    })
    expect(await post(carrying())).toMatchObject({ status: 422, body: { error: 'ERR_NO_FILE_UPLOADED' } })
  })

  it('S5-039 S9-013 counts with the others of its message: 30 MB together', async () => {
    const files = await Promise.all(
      Array.from({ length: 4 }, (_, n) => add(new File([new Uint8Array(7_600_000).fill(1)], `${n}.bin`))),
    )
    expect(
      await agent.call('POST', `/messages/${ticket}`, { attachments: files.map(({ path }) => path) }),
    ).toMatchObject({ status: 413, body: { error: 'ERR_FILE_TOO_LARGE', limit: 30_000_000 } })
  })

  it('that waits for its time keeps its own words when those of the message change', async () => {
    const to = await conversation(app.a.user.id)
    const [um, dois] = [await add(letter('um.txt'), agent, to), await add(letter('dois.txt'), agent, to)]
    await agent.ok('POST', `/messages/${to}`, {
      body: 'Segue',
      attachments: [um.path],
      parts: [{ kind: 'storedFile', path: dois.path, caption: 'E mais este' }],
      scheduleDate: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const waiting = async () => (await agent.ok<ScheduledMessages>('GET', `/messages/${to}/scheduled`)).messages[0]!
    const captions = async () =>
      (await waiting()).parts.map((part) => (part.kind === 'media' ? part.caption : undefined))
    expect(await captions()).toEqual(['Segue', 'E mais este'])
    await agent.ok('PUT', `/scheduled-messages/${(await waiting()).id}`, { body: 'Seguem' })
    expect([await captions(), (await waiting()).media.map(({ name }) => name)]).toEqual([
      ['Seguem', 'E mais este'],
      ['um.txt', 'dois.txt'],
    ])
  })

  it('S5-039 S9-013 counts with what comes along and with what is kept: 30 MB of one message, however they come, and ten files', async () => {
    const bytes = (n: number) => new File([new Uint8Array(7_600_000).fill(1)], `${n}.bin`)
    const files = await Promise.all([0, 1, 2].map((n) => add(bytes(n))))
    const attachments = files.map(({ path }) => path)
    const form = new FormData()
    form.set('attachments', JSON.stringify(attachments))
    form.append('medias', bytes(3))
    expect(await agent.call('POST', `/messages/${ticket}`, form)).toMatchObject({
      status: 413,
      body: { error: 'ERR_FILE_TOO_LARGE', limit: 30_000_000 },
    })
    expect(
      await agent.call('POST', `/messages/${ticket}`, {
        attachments,
        parts: [{ kind: 'storedFile', path: attachments[0] }],
      }),
    ).toMatchObject({ status: 413, body: { limit: 30_000_000 } })
    const small = (await add(letter('pouca.txt'))).path
    const many = new FormData()
    many.set('attachments', JSON.stringify(Array.from({ length: 10 }, () => small)))
    many.append('medias', letter('onze.txt'))
    expect(await agent.refused('POST', `/messages/${ticket}`, many)).toBe('422 ERR_VALIDATION')
  })

  it('belongs to its company, to a conversation that its uploader sees, and to its uploader', async () => {
    const file = await add(letter('minha.txt'))
    expect(await stranger.refused('POST', `/messages/${ticket}/files`, carrying(letter('x.txt')))).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
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

describe('the files of a draft', () => {
  const drafted = async (who = agent, to = ticket): Promise<Draft | undefined> =>
    (await who.ok<Drafts>('GET', '/drafts')).drafts.find(({ ticketId }) => ticketId === to)
  const keep = (
    to: string,
    files: readonly StoredUpload[],
    who = agent,
    writtenAt = new Date(Date.now() - 1_000).toISOString(),
  ) =>
    who.ok<DraftKept>('PUT', `/drafts/${to}`, {
      text: 'Seguem',
      files: files.map(({ name }) => name),
      uploads: files.map(({ id }) => id),
      writtenAt,
      basedOn: null,
    })
  const aged = (hours: number, ids: readonly string[]) => app.database.owner`
    update core.upload set created_at = now() - make_interval(hours => ${hours})
     where media_id = any (${ids as string[]})`
  const writtenAgo = (days: number, to: string) => app.database.owner`
    update core.draft set written_at = now() - make_interval(hours => ${days * 24}::integer) where ticket_id = ${to}`

  it('are given out in their order to their author, as they can be sent, and go along without a second upload', async () => {
    const to = await conversation(app.a.user.id)
    const [foto, nota] = [
      await add(new File([png], 'foto.png', { type: 'image/png' }), agent, to),
      await add(letter('nota.txt'), agent, to),
    ]
    const { draft } = await keep(to, [nota, foto])
    expect(draft.uploads.map(({ path: _path, ...file }) => file)).toEqual(
      [nota, foto].map(({ path: _path, ...file }) => file),
    )
    expect(await drafted(agent, to)).toEqual(draft)
    expect(await drafted(admin, to)).toBeUndefined()
    expect(Buffer.from(await (await fetch(app.base + draft.uploads[1]!.path)).arrayBuffer())).toEqual(png)
    await agent.ok('POST', `/messages/${to}`, { body: 'Seguem', attachments: draft.uploads.map(({ path }) => path) })
    const { messages } = await agent.ok<MessagePage>('GET', `/messages/${to}?limit=200`)
    expect(messages.flatMap(({ media }) => media.map(({ name }) => name))).toEqual(['nota.txt', 'foto.png'])
    await agent.ok('PUT', `/drafts/${to}`, {
      text: '',
      files: [],
      uploads: [],
      writtenAt: new Date().toISOString(),
      basedOn: draft.writtenAt,
    })
    expect(await drafted(agent, to)).toMatchObject({ text: '', files: [], uploads: [] })
  })

  it('are the author’s own: neither a colleague’s nor those of another company, nor what nobody uploaded', async () => {
    const to = await conversation(app.a.user.id)
    const theirs = await conversation(app.a.admin.id)
    const foreign = await (async () => {
      const { owner } = app.database
      const id = newId<never>()
      await owner`
        insert into core.media ${owner({
          id,
          tenant_id: app.b.id,
          name: 'alheio.txt',
          mime: 'text/plain',
          bytes: 3,
        } as never)}`
      await owner`
        insert into core.upload ${owner({ tenant_id: app.b.id, media_id: id, user_id: app.b.admin.id } as never)}`
      return { id, name: 'alheio.txt' } as unknown as StoredUpload
    })()
    const [own, colleagues] = [
      await add(letter('minha.txt'), agent, to),
      await add(letter('do colega.txt'), admin, theirs),
    ]
    const never = { id: newId<never>(), name: 'nunca.txt' } as unknown as StoredUpload
    const { draft } = await keep(to, [colleagues, foreign, own, never])
    expect(draft.uploads.map(({ id }) => id)).toEqual([own.id])
    expect(await app.database.owner`select uploads from core.draft where ticket_id = ${to}`).toEqual([
      { uploads: [own.id] },
    ])
    // What the database were made to say would not help either.
    await app.database
      .owner`update core.draft set uploads = ${[colleagues.id, foreign.id, own.id]} where ticket_id = ${to}`
    expect((await drafted(agent, to))!.uploads.map(({ id }) => id)).toEqual([own.id])
  })

  it('one that its author removed is no longer among them, and its name tells so', async () => {
    const to = await conversation(app.a.user.id)
    const [gone, stays] = [await add(letter('sai.txt'), agent, to), await add(letter('fica.txt'), agent, to)]
    const { draft } = await keep(to, [gone, stays])
    await agent.ok('DELETE', `/messages/files/${gone.id}`)
    expect(await drafted(agent, to)).toMatchObject({
      files: ['sai.txt', 'fica.txt'],
      uploads: [{ id: stays.id }],
      text: 'Seguem',
    })
    // Going on with such a draft is no error.
    const next = await agent.ok<DraftKept>('PUT', `/drafts/${to}`, {
      text: 'Seguem.',
      files: ['sai.txt', 'fica.txt'],
      uploads: [gone.id, stays.id],
      writtenAt: new Date().toISOString(),
      basedOn: draft.writtenAt,
    })
    expect(next).toMatchObject({ draft: { text: 'Seguem.', uploads: [{ id: stays.id }] }, other: null })
  })

  it('are left by the sweep for a week, are not given out for the last half day of it, and then go', async () => {
    const to = await conversation(app.a.user.id)
    const file = await add(letter('de sexta.txt'), agent, to)
    await keep(to, [file])
    await aged(6 * 24, [file.id])
    await writtenAgo(6, to)
    await app.app.sweepUploads()
    expect([await kept(file.id), (await drafted(agent, to))!.uploads.map(({ id }) => id)]).toEqual([true, [file.id]])
    await writtenAgo(6.75, to)
    await app.app.sweepUploads()
    expect([await kept(file.id), (await drafted(agent, to))!.uploads]).toEqual([true, []])
    await aged(8 * 24, [file.id])
    await writtenAgo(7.5, to)
    await app.app.sweepUploads()
    expect([await kept(file.id), await drafted(agent, to)]).toMatchObject([
      false,
      { text: 'Seguem', files: ['de sexta.txt'], uploads: [] },
    ])
  })

  it('one that the draft no longer names is swept after a day, as any other', async () => {
    const to = await conversation(app.a.user.id)
    const file = await add(letter('trocado.txt'), agent, to)
    const { draft } = await keep(to, [file])
    await agent.ok('PUT', `/drafts/${to}`, {
      text: 'Sem ele',
      files: [],
      uploads: [],
      writtenAt: new Date().toISOString(),
      basedOn: draft.writtenAt,
    })
    await aged(25, [file.id])
    await app.app.sweepUploads()
    expect(await kept(file.id)).toBe(false)
  })

  it('of a device that had to give way are not lost, even without a text', async () => {
    const to = await conversation(app.a.user.id)
    const file = await add(letter('do celular.txt'), agent, to)
    await agent.ok('PUT', `/drafts/${to}`, {
      text: '',
      files: ['do celular.txt'],
      uploads: [file.id],
      writtenAt: new Date(Date.now() - 60_000).toISOString(),
      basedOn: null,
    })
    expect(await keep(to, [])).toMatchObject({
      draft: { text: 'Seguem', uploads: [] },
      other: { uploads: [{ id: file.id, name: 'do celular.txt' }] },
    })
  })

  it('go with their conversation', async () => {
    const to = await conversation(app.a.user.id)
    const file = await add(letter('apaga.txt'), agent, to)
    await keep(to, [file])
    await admin.ok('DELETE', `/tickets/${to}`)
    await eventually(
      () => kept(file.id),
      (stands) => !stands,
    )
    expect((await fetch(app.base + file.path)).status).toBe(404)
  })
})

describe('the sweep of uploads', () => {
  /** Who holds a file, by the column that says so. What is not named here is held by nobody. */
  const holders: Record<string, (file: StoredUpload) => Promise<unknown>> = {
    'core.message.parts': ({ path }) => agent.ok('POST', `/messages/${ticket}`, { attachments: [path] }),
    'core.scheduled_message.messages': ({ path }) =>
      agent.ok('POST', `/messages/${ticket}`, {
        attachments: [path],
        scheduleDate: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    'core.user_account.image': ({ id }) =>
      app.database.owner`update core.user_account set image = ${id} where id = ${app.a.admin.id}`,
    'core.user_group.image': ({ id }) => app.database.owner`
      insert into core.user_group ${app.database.owner({
        id: newId(),
        tenant_id: app.a.id,
        name: `Grupo ${id}`,
        image: id,
      })}`,
    'core.contact.profile_pic_url': ({ id }) =>
      app.database.owner`update core.contact set profile_pic_url = ${`media:${id}`} where tenant_id = ${app.a.id}`,
    'core.link_preview.picture': ({ id }) => app.database.owner`
      insert into core.link_preview ${app.database.owner({
        tenant_id: app.a.id,
        address: Buffer.alloc(32),
        state: 'found',
        title: 'Página',
        picture: id,
        expires_at: new Date(Date.now() + 86_400_000),
      })}`,
    'plg_stickers.sticker.media_id': ({ id }) => app.database.owner`
      insert into plg_stickers.sticker ${app.database.owner({
        tenant_id: app.a.id,
        name: 'Oi',
        pack: '',
        media_id: id,
        bytes: 3,
        is_animated: false,
        created_by: app.a.user.id,
      })}`,
    'plg_flows.file.media_id': ({ id }) => app.database.owner`
      insert into plg_flows.file ${app.database.owner({
        tenant_id: app.a.id,
        media_id: id,
        kind: 'document',
        mime: 'text/plain',
        bytes: 3,
        name: 'x',
      })}`,
    'plg_internal_chat.file.media_id': async ({ id }) => {
      const { owner } = app.database
      const chat = newId()
      await owner`
        insert into plg_internal_chat.chat ${owner({ id: chat, tenant_id: app.a.id, kind: 'group', name: 'Equipe' })}`
      await owner`
        insert into plg_internal_chat.file ${owner({
          tenant_id: app.a.id,
          media_id: id,
          chat_id: chat,
          user_id: app.a.admin.id,
          mime: 'text/plain',
          bytes: 3,
          name: 'x',
        })}`
    },
    'plg_knowledge.picture.media_id': ({ id }) => {
      const { owner } = app.database
      return owner`insert into plg_knowledge.picture ${owner({ tenant_id: app.a.id, media_id: id })}`
    },
    'plg_knowledge.article_picture.media_id': async ({ id }) => {
      const { owner } = app.database
      const article = newId()
      const draft = { title: 'Trocas', body: '', language: 'pt-BR', audience: 'team', is_published: false }
      const row = { id: article, tenant_id: app.a.id, saved_by: app.a.admin.id, ...draft }
      await owner`insert into plg_knowledge.article ${owner(row)}`
      const added_at = new Date(Date.now() - 7 * 86_400_000)
      await owner`insert into plg_knowledge.picture ${owner({ tenant_id: app.a.id, media_id: id, added_at })}`
      const held = { tenant_id: app.a.id, article_id: article, media_id: id, is_shown: false }
      await owner`insert into plg_knowledge.article_picture ${owner(held)}`
    },
    'plg_quick_messages.part.media_id': async ({ id }) => {
      const { owner } = app.database
      const message = newId()
      await owner`
        insert into plg_quick_messages.quick_message ${owner({
          id: message,
          tenant_id: app.a.id,
          key: 'guardado',
          scope: 'global',
        })}`
      await owner`
        insert into plg_quick_messages.part ${owner({
          tenant_id: app.a.id,
          message_id: message,
          position: 0,
          text: '',
          media_id: id,
          media_name: 'x',
          media_mime: 'text/plain',
          media_bytes: 3,
        })}`
    },
    'plg_waba.header_file.media_id': ({ id }) => app.database.owner`
      insert into plg_waba.header_file ${app.database.owner({
        tenant_id: app.a.id,
        media_id: id,
        user_id: app.a.admin.id,
      })}`,
    'plg_waba.template.header_media_id': async ({ id }) => {
      const { owner } = app.database
      await owner`
        insert into plg_waba.template ${owner({
          tenant_id: app.a.id,
          connection_id: app.a.connection,
          name: 'modelo',
          language: 'pt_BR',
          header_format: 'DOCUMENT',
          header_media_id: id,
        })}`
    },
  }
  const older = (hours: number, ids: readonly string[]) => app.database.owner`
    update core.upload set created_at = now() - make_interval(hours => ${hours})
     where media_id = any (${ids as string[]})`

  it('leaves what anything holds and what is younger than a day, and nothing else', async () => {
    const held = new Map<string, StoredUpload>()
    for (const [place, hold] of Object.entries(holders)) {
      const file = await add(letter(`${place}.txt`))
      await hold(file)
      held.set(place, file)
    }
    const [forgotten, young, theirs] = [
      await add(letter('esquecido.txt')),
      await add(letter('novo.txt')),
      await add(letter('do admin.txt'), admin),
    ]
    await older(
      25,
      [forgotten, theirs, ...held.values()].map(({ id }) => id),
    )
    await older(23, [young.id])
    await app.app.sweepUploads()
    const gone = async (file: StoredUpload) =>
      !(await kept(file.id)) && (await fetch(app.base + file.path)).status === 404
    expect(await Promise.all([...held].map(async ([place, file]) => [place, await gone(file)]))).toEqual(
      [...held.keys()].map((place) => [place, false]),
    )
    expect([await gone(forgotten), await gone(theirs), await gone(young)]).toEqual([true, true, false])
    // What is held is not looked at again.
    expect(
      (
        await app.database.owner`
          select media_id from core.upload where media_id = any (${[...held.values()].map(({ id }) => id as string)})`
      ).length,
    ).toBe(0)
  })

  it('knows every column in which a file can stand', async () => {
    const columns = await app.database.owner<{ name: string }[]>`
      select c.oid::regclass || '.' || a.attname as name
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p')
         and (n.nspname = 'core' or n.nspname like 'plg\\_%')
         and (a.attname ~ '(^|_)(media|media_id|image|picture|profile_pic_url)$'
          or exists (
            select 1
              from pg_constraint f
             where f.conrelid = c.oid
               and f.contype = 'f'
               and f.confrelid = 'core.media'::regclass
               and a.attnum = any (f.conkey)
               and a.attname <> 'tenant_id'))`
    // Named by what hangs on a file and holds it for nobody: what is to be erased, the upload itself, and what an
    // import has fetched, which its messages hold.
    const others = ['core.upload.media_id', 'core.erased_media.media_id', 'plg_import.file.media_id']
    // Of these two the files stand within JSON.
    const within = ['core.message.parts', 'core.scheduled_message.messages']
    expect(columns.map(({ name }) => name).toSorted()).toEqual(
      [...others, ...Object.keys(holders).filter((name) => !within.includes(name))].toSorted(),
    )
  })
})
