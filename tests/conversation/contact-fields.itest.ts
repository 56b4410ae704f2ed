import { randomUUID } from 'node:crypto'
import type {
  Contact,
  ContactListed,
  ContactMerge,
  ContactNote,
  ContactNotePage,
  ContactPage,
  ContactRecord,
  ContactTicketPage,
  Tag,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const owner = () => world.database.owner
const unique = (word: string): string => `${word}-${randomUUID().slice(0, 8)}`
let numbers = 0
const number = (): string => `+55119${String(60_000_000 + numbers++)}`
const write = (more: object = {}) => admin.ok<ContactRecord>('POST', '/contacts', { name: unique('Contato'), ...more })
const say = (phone: string, id: string = randomUUID()) =>
  world.channel.post([
    {
      type: 'message',
      id: randomUUID(),
      chat: id,
      from: { id, name: id, phone },
      text: 'Oi',
      at: new Date().toISOString(),
    },
  ])
const change = (id: string, body: object) => agent.ok<ContactRecord>('PUT', `/contacts/${id}`, body)
const idOf = async (value: string): Promise<string | undefined> =>
  (
    await owner()<
      { contact_id: string }[]
    >`select contact_id from core.contact_identity where tenant_id = ${world.a.id} and value = ${value}`
  )[0]?.contact_id
const hide = (value: 'enabled' | 'disabled') =>
  admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value })

const everything = {
  firstName: 'Nádia',
  lastName: 'Prado',
  businessName: 'Casa Prado',
  document: '529.982.247-25',
  birthdayDate: '1988-03-09',
  gender: 'non-binary',
  maritalStatus: 'widowed',
  source: 'Feira',
  category: 'Atacado',
  website: 'casaprado.com.br',
  instagram: '@casaprado',
  telegramId: '778899',
  whatsappValidated: true,
  extraInfo: [{ description: 'Tamanho', info: 'M' }],
}
const kept = { ...everything, document: '52998224725', website: 'https://casaprado.com.br', instagram: 'casaprado' }

describe('the fields of a contact', () => {
  it('S3-013 S3-014 S3-015 S3-016 S7-082 are written, read and changed one by one', async () => {
    const made = await write({ ...everything, number: number(), email: `${unique('n')}@exemplo.com` })
    expect(made).toMatchObject(kept)
    expect(await change(made.id, { maritalStatus: 'married', category: null, lastName: '' })).toMatchObject({
      ...kept,
      maritalStatus: 'married',
      category: null,
      lastName: null,
      number: made.number,
      email: made.email,
    })
    expect(await agent.ok<Contact>('GET', `/contacts/${made.id}`)).toMatchObject({ firstName: 'Nádia', category: null })
  })

  it('S3-014 S3-015 S5-032 S5-033 are refused by name where they are wrong, and nothing is changed', async () => {
    const made = await write({ number: number() })
    const answer = await agent.call<{ issues: { path: string }[] }>('PUT', `/contacts/${made.id}`, {
      number: '9999-8888',
      document: '111',
      website: 'javascript:alert(1)',
      birthdayDate: '2999-01-01',
      category: 'não',
    })
    expect(answer.status).toBe(422)
    expect(answer.body.issues.map(({ path }) => path)).toEqual([
      'body.number',
      'body.document',
      'body.birthdayDate',
      'body.website',
    ])
    for (const body of [
      { gender: 'other' },
      { maritalStatus: 'engaged' },
      { birthdayDate: '2020-02-31' },
      { name: ' ' },
      { tenantId: world.b.id },
      { extraInfo: [{ description: '', info: 'x' }] },
    ])
      expect(await agent.refused('PUT', `/contacts/${made.id}`, body), JSON.stringify(body)).toBe('422 ERR_VALIDATION')
    expect(await agent.ok<Contact>('GET', `/contacts/${made.id}`)).toMatchObject({
      category: null,
      number: made.number,
    })
  })

  it('S7-082 S8-029 of another company are not there', async () => {
    const made = await write()
    expect(await stranger.refused('PUT', `/contacts/${made.id}`, { name: 'Meu' })).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(await stranger.refused('DELETE', `/contacts/${made.id}`)).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(await stranger.refused('GET', `/contacts/${made.id}/tickets`)).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(await stranger.refused('POST', `/contacts/${made.id}/notes`, { title: 'x' })).toBe(
      '404 ERR_NO_CONTACT_FOUND',
    )
    const theirs = await stranger.ok<Tag>('POST', '/tags', { tag: unique('deles') })
    expect(await admin.refused('PUT', `/contacts/${made.id}`, { tagIds: [theirs.id] })).toBe('404 ERR_NO_TAG_FOUND')
    expect(await admin.refused('PUT', `/contacts/${made.id}`, { walletUserIds: [world.b.user.id] })).toBe(
      '404 ERR_NO_USER_FOUND',
    )
  })
})

describe('a number that was pasted', () => {
  it.each([
    ['an address of a program', (given: string) => `whatsapp:${given}`],
    ['digits of another script', (given: string) => given.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)],
    ['a symbol and a label', (given: string) => `☎ Tel.: ${given}`],
    ['an extension', (given: string) => `${given} ramal 3`],
    ['another number behind it', (given: string) => `${given} / ${number()}`],
  ])('is stored without %s', async (_, pasted) => {
    const given = number()
    expect((await write({ number: pasted(given) })).number).toBe(given)
  })
})

describe('another number', () => {
  it('is the person’s own, and a typo before anybody wrote is forgotten', async () => {
    const [typo, right] = [number(), number()]
    const made = await write({ number: typo, whatsappValidated: true })
    expect(await change(made.id, { number: right })).toMatchObject({
      number: right,
      whatsappValidated: false,
      identities: [{ kind: 'phone', value: right }],
    })
    expect(await idOf(typo)).toBeUndefined()
    await say(right)
    expect(await agent.ok<ContactTicketPage>('GET', `/contacts/${made.id}/tickets`)).toMatchObject({
      tickets: [{ contactId: made.id }],
    })
    await change(made.id, { number: number() })
    expect(await idOf(right)).toBe(made.id)
  })

  it('leaves whoever became part of the contact the one that was theirs', async () => {
    const [stays, goes] = [await write(), await write({ number: number() })]
    const merge = await admin.ok<ContactMerge>('POST', `/contacts/${stays.id}/merge`, { from: goes.id })
    const right = number()
    await change(stays.id, { number: right })
    await admin.ok('POST', `/contacts/merges/${merge.id}/undo`)
    expect(await agent.ok<Contact>('GET', `/contacts/${goes.id}`)).toMatchObject({
      number: goes.number,
      identities: [{ kind: 'phone', value: goes.number }],
    })
    expect(await agent.ok<Contact>('GET', `/contacts/${stays.id}`)).toMatchObject({
      number: right,
      identities: [{ kind: 'phone', value: right }],
    })
  })

  it('S8-030 that somebody else has is refused, and the old one stays', async () => {
    const [one, other] = [
      await write({ number: number() }),
      await write({ number: number(), email: `${unique('o')}@exemplo.com` }),
    ]
    expect(await agent.refused('PUT', `/contacts/${one.id}`, { number: other.number, category: 'x' })).toBe(
      '409 ERR_DUPLICATED_CONTACT',
    )
    expect(await agent.refused('PUT', `/contacts/${one.id}`, { email: other.email })).toBe('409 ERR_DUPLICATED_CONTACT')
    expect(await agent.ok<Contact>('GET', `/contacts/${one.id}`)).toMatchObject({
      number: one.number,
      category: null,
      identities: [{ value: one.number }],
    })
    expect(await change(one.id, { number: one.number })).toMatchObject({ number: one.number })
  })
})

describe('tags and wallets', () => {
  it('S2-053 S1-018 S2-054 are set as a whole; wallets by who may', async () => {
    const [vip, late] = [
      await admin.ok<Tag>('POST', '/tags', { tag: unique('vip') }),
      await admin.ok<Tag>('POST', '/tags', { tag: unique('novo') }),
    ]
    const made = await write({ tagIds: [vip.id], walletUserIds: [world.a.user.id] })
    expect(made).toMatchObject({ tags: [{ id: vip.id }], wallets: [{ id: world.a.user.id, name: world.a.user.name }] })
    expect((await change(made.id, { tagIds: [late.id] })).tags.map(({ id }) => id)).toEqual([late.id])
    expect(await agent.refused('PUT', `/contacts/${made.id}`, { walletUserIds: [] })).toBe('403 ERR_NO_PERMISSION')
    expect(await admin.ok<Contact>('PUT', `/contacts/${made.id}`, { walletUserIds: [] })).toMatchObject({
      wallets: [],
      tags: [{ id: late.id }],
    })
  })

  it('S2-053 S2-054 of two who change them at the same moment neither undoes the other’s', async () => {
    const tags = await Promise.all(['a', 'b', 'c'].map((word) => admin.ok<Tag>('POST', '/tags', { tag: unique(word) })))
    const [a, b, c] = tags.map(({ id }) => id)
    const made = await write({ tagIds: [a], walletUserIds: [world.a.user.id] })
    await Promise.all([
      agent.ok('PUT', `/contacts/${made.id}`, { retag: { add: [b], remove: [a] } }),
      admin.ok('PUT', `/contacts/${made.id}`, { retag: { add: [c] } }),
      admin.ok('PUT', `/contacts/${made.id}`, { walletChange: { add: [world.a.supervisor.id] } }),
      admin.ok('PUT', `/contacts/${made.id}`, { walletChange: { add: [world.a.admin.id], remove: [world.a.user.id] } }),
    ])
    const read = await agent.ok<Contact>('GET', `/contacts/${made.id}`)
    expect(read.tags.map(({ id }) => id).toSorted()).toEqual([b, c].toSorted())
    expect(read.wallets.map(({ id }) => id).toSorted()).toEqual([world.a.supervisor.id, world.a.admin.id].toSorted())
    expect(await agent.refused('PUT', `/contacts/${made.id}`, { walletChange: { add: [world.a.user.id] } })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    expect(await admin.refused('PUT', `/contacts/${made.id}`, { walletChange: { add: [world.b.user.id] } })).toBe(
      '404 ERR_NO_USER_FOUND',
    )
    const theirs = await stranger.ok<Tag>('POST', '/tags', { tag: unique('deles') })
    expect(await agent.refused('PUT', `/contacts/${made.id}`, { retag: { add: [theirs.id] } })).toBe(
      '404 ERR_NO_TAG_FOUND',
    )
  })
})

describe('notes', () => {
  it('S3-017 S2-094 have a title, a description and information; the newest of all contacts come first', async () => {
    const made = await write()
    const first = await agent.ok<ContactNote>('POST', `/contacts/${made.id}/notes`, {
      title: 'Entrega',
      description: 'Só de manhã',
      information: 'Portão azul',
    })
    expect(first).toMatchObject({
      title: 'Entrega',
      description: 'Só de manhã',
      information: 'Portão azul',
      user: { id: world.a.user.id },
    })
    const second = await admin.ok<ContactNote>('POST', `/contacts/${made.id}/notes`, { title: 'Pagamento' })
    expect((await agent.ok<ContactRecord>('GET', `/contacts/${made.id}`)).notes.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ])
    const page = await agent.ok<ContactNotePage>('GET', '/contact-notes?limit=1')
    expect(page).toMatchObject({ notes: [{ id: second.id, contact: { id: made.id } }], hasMore: true })
    expect(
      (await agent.ok<ContactNotePage>('GET', `/contact-notes?limit=1&cursor=${page.nextCursor}`)).notes[0]!.id,
    ).toBe(first.id)
    expect(
      await agent.ok('PUT', `/contact-notes/${first.id}`, { title: 'Entrega', information: 'Portão verde' }),
    ).toMatchObject({ information: 'Portão verde', description: '' })
    await agent.ok('DELETE', `/contact-notes/${second.id}`)
    expect(await agent.refused('DELETE', `/contact-notes/${second.id}`)).toBe('404 ERR_NO_CONTACT_NOTE_FOUND')
    expect(await stranger.refused('PUT', `/contact-notes/${first.id}`, { title: 'x' })).toBe(
      '404 ERR_NO_CONTACT_NOTE_FOUND',
    )
    expect((await stranger.ok<ContactNotePage>('GET', '/contact-notes')).notes).toEqual([])
  })

  it('are as many as one can read', async () => {
    const made = await write()
    await owner()`
      insert into core.contact_note (id, tenant_id, contact_id, title)
      select gen_random_uuid(), ${world.a.id}, ${made.id}, 'n'
        from generate_series(1, 100)`
    expect(await agent.call('POST', `/contacts/${made.id}/notes`, { title: 'Mais' })).toMatchObject({
      status: 422,
      body: { error: 'ERR_CONTACT_NOTES_FULL', limit: 100 },
    })
  })
})

describe('a contact that is deleted', () => {
  it('S8-031 S8-032 has no conversations; a supervisor may, an agent may not', async () => {
    const made = await write({ number: number() })
    await say(made.number!)
    expect(await admin.refused('DELETE', `/contacts/${made.id}`)).toBe('409 ERR_CONTACT_TICKETS_REGISTERED')
    const loose = await write({ number: number() })
    expect(await agent.refused('DELETE', `/contacts/${loose.id}`)).toBe('403 ERR_NO_PERMISSION')
    const listening = await agent.listen()
    await admin.ok('DELETE', `/contacts/${loose.id}`)
    await listening.next(
      `${world.a.id}:contact`,
      (push: { type: string; payload: { id: string } }) =>
        push.type === 'contact:delete' && push.payload.id === loose.id,
    )
    expect(await agent.refused('GET', `/contacts/${loose.id}`)).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(await write({ number: loose.number })).toMatchObject({ number: loose.number })
    expect(
      await owner()`select action from core.audit_log where tenant_id = ${world.a.id} and subject = ${loose.id}`,
    ).toMatchObject([{ action: 'contacts.delete' }])
  })

  it('goes with whom was merged into it, and what was asked about the person by law stays without them', async () => {
    const [stays, goes] = [await write({ number: number() }), await write({ number: number() })]
    await admin.ok('POST', `/contacts/${stays.id}/merge`, { from: goes.id })
    await admin.ok('POST', '/privacy/exports', { contactId: stays.id })
    await admin.ok('DELETE', `/contacts/${goes.id}`)
    expect(await owner()`select id from core.contact where id in (${stays.id}, ${goes.id})`).toEqual([])
    expect(await idOf(goes.number!)).toBeUndefined()
    const [asked] = await owner()<{ name: string }[]>`
      select c.name
        from core.privacy_request r
        join core.contact c on c.id = r.contact_id
       where r.tenant_id = ${world.a.id} and r.kind = 'export'`
    expect(asked!.name).toBe('—')
  })
})

describe('two contacts that become one', () => {
  it('keep fields, tags, wallets and notes, and have them back when it is undone', async () => {
    const [mine, yours] = [
      await admin.ok<Tag>('POST', '/tags', { tag: unique('a') }),
      await admin.ok<Tag>('POST', '/tags', { tag: unique('b') }),
    ]
    const stays = await write({ businessName: 'Fica', tagIds: [mine.id], walletUserIds: [world.a.user.id] })
    const goes = await write({
      ...everything,
      number: number(),
      tagIds: [mine.id, yours.id],
      walletUserIds: [world.a.user.id, world.a.supervisor.id],
    })
    const note = await agent.ok<ContactNote>('POST', `/contacts/${goes.id}/notes`, { title: 'Da outra' })
    const read = (id: string) => admin.ok<ContactRecord>('GET', `/contacts/${id}`)
    const [before, beforeOther] = [await read(stays.id), await read(goes.id)]
    const merge = await admin.ok<ContactMerge>('POST', `/contacts/${stays.id}/merge`, { from: goes.id })
    const merged = await read(stays.id)
    expect(merged).toMatchObject({ ...kept, businessName: 'Fica', number: goes.number, notes: [{ id: note.id }] })
    expect(merged.tags.map(({ id }) => id).toSorted()).toEqual([mine.id, yours.id].toSorted())
    expect(merged.wallets.map(({ id }) => id).toSorted()).toEqual([world.a.user.id, world.a.supervisor.id].toSorted())
    await admin.ok('PUT', `/contacts/${stays.id}`, { category: 'Varejo' })
    const own = await agent.ok<ContactNote>('POST', `/contacts/${stays.id}/notes`, { title: 'Depois' })
    await admin.ok('POST', `/contacts/merges/${merge.id}/undo`)
    const { notes, ...back } = await read(stays.id)
    expect({ ...back, notes: [] }).toEqual({ ...before, category: 'Varejo', notes: [] })
    expect(notes.map(({ id }) => id)).toEqual([own.id])
    expect(await read(goes.id)).toEqual(beforeOther)
  })
})

describe('the list of contacts', () => {
  const names = (page: ContactPage) => page.contacts.map(({ name }) => name)

  it('S2-093 is ordered either way, by name whatever its accents and case, and read page by page without a gap', async () => {
    const word = unique('ordem')
    const made: ContactListed[] = []
    for (const first of ['bia', 'Zeca', 'Álvaro', 'caio', 'ana', 'Ângela'])
      made.push((await write({ name: `${first} ${word}` })) as unknown as ContactListed)
    const byTime = made.map(({ name }) => name)
    const byName = ['Álvaro', 'ana', 'Ângela', 'bia', 'caio', 'Zeca'].map((first) => `${first} ${word}`)
    for (const [order, expected] of [
      ['name', byName],
      ['-name', byName.toReversed()],
      ['createdAt', byTime],
      ['-createdAt', byTime.toReversed()],
    ] as const) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: ContactPage = await agent.ok(
          'GET',
          `/contacts?searchParam=${word}&limit=3&order=${order}${cursor ? `&cursor=${cursor}` : ''}`,
        )
        seen.push(...names(page))
        cursor = page.nextCursor
      } while (cursor)
      expect(seen, order).toEqual(expected)
    }
    const { nextCursor } = await agent.ok<ContactPage>('GET', `/contacts?limit=1&order=name`)
    expect(await agent.refused('GET', `/contacts?order=createdAt&cursor=${nextCursor}`)).toBe('422 ERR_VALIDATION')
    for (const position of [
      ['name', '\0', made[0]!.id],
      ['createdAt', '2026-02-30T00:00:00.000000Z', made[0]!.id],
    ] as const) {
      expect(
        await agent.refused(
          'GET',
          `/contacts?order=${position[0]}&cursor=${Buffer.from(JSON.stringify(position)).toString('base64url')}`,
        ),
        'made up',
      ).toBe('422 ERR_VALIDATION')
    }
  })

  it('is narrowed by tag, wallet, channel and by whether anybody ever talked with them', async () => {
    const word = unique('filtro')
    const tag = await admin.ok<Tag>('POST', '/tags', { tag: unique('t') })
    const [tagged, owned, talked] = [
      await write({ name: `1 ${word}`, tagIds: [tag.id] }),
      await write({ name: `2 ${word}`, walletUserIds: [world.a.user.id] }),
      await write({ name: `3 ${word}`, number: number() }),
    ]
    await say(talked.number!)
    const list = async (query: string) =>
      (await agent.ok<ContactPage>('GET', `/contacts?searchParam=${word}&${query}`)).contacts.map(({ id }) => id)
    expect(await list(`tagIds=${tag.id}`)).toEqual([tagged.id])
    expect(await list(`walletUserIds[]=${world.a.user.id}`)).toEqual([owned.id])
    expect(await list('channels=hook')).toEqual([talked.id])
    expect(await list('withoutTicket=true')).toEqual([tagged.id, owned.id])
    expect(await list(`withoutTicket=true&tagIds=${tag.id}`)).toEqual([tagged.id])
  })

  it('finds by company and document', async () => {
    const made = await write({ businessName: unique('Padaria'), document: '11.222.333/0001-81' })
    for (const text of [made.businessName!.toLowerCase(), '11222333000181'])
      expect(
        (await agent.ok<ContactPage>('GET', `/contacts?searchParam=${text}`)).contacts.map(({ id }) => id),
      ).toContain(made.id)
  })
})

describe('who sees data masked', () => {
  it('S6-023 S6-024 reads no number and no address anywhere of a contact, and does not write the mask back', async () => {
    const [phone, email, other] = [number(), `${unique('segredo')}@exemplo.com`, '11 94444-3333']
    const made = await write({
      number: phone,
      email,
      extraInfo: [{ description: 'Recado', info: other }],
      source: email,
    })
    await agent.ok('POST', `/contacts/${made.id}/notes`, { title: phone })
    await say(phone)
    const listening = await agent.listen()
    await hide('enabled')
    try {
      const shown = await agent.ok<ContactRecord>('GET', `/contacts/${made.id}`)
      const answers = [
        shown,
        ...(await Promise.all(
          ['/contacts?limit=100', '/contact-notes', `/contacts/${made.id}/tickets`, '/tickets?status[]=pending'].map(
            (path) => agent.ok<object>('GET', path),
          ),
        )),
      ]
      const changed = await agent.ok<ContactRecord>('PUT', `/contacts/${made.id}`, {
        name: 'Outro nome',
        number: shown.number,
        email: shown.email,
        source: shown.source,
        extraInfo: shown.extraInfo,
      })
      await listening.next(`${world.a.id}:contact`, (push: { payload: { id: string } }) => push.payload.id === made.id)
      for (const [index, answer] of [...answers, changed, listening.received].entries())
        for (const secret of [phone, phone.slice(1), email, other])
          expect(JSON.stringify(answer), `answer ${index}`).not.toContain(secret)
      expect(await admin.ok<Contact>('GET', `/contacts/${made.id}`)).toMatchObject({
        name: 'Outro nome',
        number: phone,
        email,
        source: email,
        extraInfo: [{ description: 'Recado', info: other }],
      })
    } finally {
      await hide('disabled')
    }
  })

  it('S6-023 S6-024 finds nobody by a part of a number that is their name, however it is written', async () => {
    const names = [
      '\u202a+55 11 95555\u20114444\u202c',
      '+55\u00a011\u00a095555\u20134444',
      '\u200esigilosa@exemplo.com',
      '\u2066+55 11 95555 4444\u2069',
    ]
    const made = await Promise.all(names.map((name) => write({ name })))
    const business = await write({ businessName: names[0] })
    const found = async (who: Person, text: string) =>
      (await who.ok<ContactPage>('GET', `/contacts?limit=100&searchParam=${encodeURIComponent(text)}`)).contacts
    await hide('enabled')
    try {
      for (const part of ['95555', '11\u00a095', 'sigilosa@', '+55 11 95'])
        expect(await found(agent, part), part).toEqual([])
      expect((await found(admin, '95555')).map(({ id }) => id)).toEqual(
        expect.arrayContaining([made[0]!.id, business.id]),
      )
      const listed = (await agent.ok<ContactPage>('GET', '/contacts?limit=100&order=-createdAt')).contacts.filter(
        ({ id }) => [...made, business].some((one) => one.id === id),
      )
      expect(listed).toHaveLength(5)
      expect(JSON.stringify(listed)).not.toMatch(/5555|sigilosa/)
    } finally {
      await hide('disabled')
    }
  })

  it('S6-023 S6-024 S3-016 S3-017 keeps apart what looks the same masked, and the data in a note whose words they change', async () => {
    const two = ['ana', 'amelia'].map((name) => ({ description: 'Outro e-mail', info: `${name}@exemplo.com` }))
    const made = await write({ extraInfo: [...two, { description: 'Tamanho', info: 'M' }] })
    const note = await admin.ok<ContactNote>('POST', `/contacts/${made.id}/notes`, {
      title: 'Recados',
      description: 'rita@exemplo.com',
      information: '11 94444-3333',
    })
    await hide('enabled')
    try {
      const shown = await agent.ok<ContactRecord>('GET', `/contacts/${made.id}`)
      expect(shown.extraInfo[0]).toEqual(shown.extraInfo[1])
      await change(made.id, {
        extraInfo: shown.extraInfo.map((entry) => (entry.info === 'M' ? { ...entry, info: 'G' } : entry)),
      })
      const [seen] = shown.notes
      await agent.ok('PUT', `/contact-notes/${note.id}`, {
        title: 'Recados com a irmã',
        description: seen!.description,
        information: seen!.information,
      })
      expect(await admin.ok<ContactRecord>('GET', `/contacts/${made.id}`)).toMatchObject({
        extraInfo: [...two, { description: 'Tamanho', info: 'G' }],
        notes: [{ title: 'Recados com a irmã', description: 'rita@exemplo.com', information: '11 94444-3333' }],
      })
      await agent.ok('PUT', `/contact-notes/${note.id}`, { title: 'Recados', description: '' })
      expect(await admin.ok<ContactRecord>('GET', `/contacts/${made.id}`)).toMatchObject({
        notes: [{ title: 'Recados', description: '', information: '' }],
      })
    } finally {
      await hide('disabled')
    }
  })
})
