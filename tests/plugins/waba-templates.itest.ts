import type { Template, TemplateConnection, TemplatePage } from '../../plugins/waba/src/templates/template.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../harness/app.ts'
import {
  becomes,
  create,
  draftOf,
  name,
  png,
  read,
  refusals,
  submitted,
  templateWorld,
  type TemplateWorld,
} from './waba-templates.rig.ts'

let world: TemplateWorld
beforeAll(async () => {
  world = await templateWorld()
})
afterAll(() => world.close())

describe('drafts', () => {
  test('S3-029 S3-030 S7-092 a template is written, read, changed and deleted before WhatsApp knows of it', async () => {
    const { mine } = world
    const template = await create(mine)
    const { updatedAt, ...known } = template
    expect(known).toEqual({
      ...draftOf(mine, { name: template.name }),
      id: template.id,
      connection: mine.connection.name,
      wabaId: null,
      status: 'DRAFT',
      rejectedReason: null,
      quality: 'UNKNOWN',
      parameterFormat: 'POSITIONAL',
      headerMediaId: null,
      headerMediaUrl: null,
      editable: true,
    })
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.now() - 60_000)
    const changed = await mine.admin.ok<Template>('PUT', `/templates/${template.id}`, {
      ...draftOf(mine, { name: template.name }),
      body: 'Outro',
      headerFormat: null,
    })
    expect(changed).toMatchObject({ id: template.id, body: 'Outro', headerFormat: null, status: 'DRAFT' })
    expect(world.simulator.templates.find(mine.line.account.id, template.name, 'pt_BR')).toBeUndefined()
    await mine.admin.ok('DELETE', `/templates/${template.id}`)
    expect(await mine.admin.refused('GET', `/templates/${template.id}`)).toBe('404 ERR_NOT_FOUND')
  })

  test('S5-079 S5-080 even a draft needs a name and a connection of the company; the name is its own on the connection', async () => {
    const { mine, theirs } = world
    expect(await refusals(mine.admin, 'POST', '/templates', draftOf(mine, { name: '', connectionId: '' }))).toEqual([
      422,
      'ERR_VALIDATION',
      'connectionId connectionRequired',
      'name nameRequired',
    ])
    expect(
      await refusals(mine.admin, 'POST', '/templates', draftOf(mine, { connectionId: theirs.connection.id })),
    ).toEqual([422, 'ERR_VALIDATION', 'connectionId connectionRequired'])
    const { name: taken } = await create(mine)
    expect(await refusals(mine.admin, 'POST', '/templates', draftOf(mine, { name: taken }))).toEqual([
      422,
      'ERR_VALIDATION',
      'name nameTaken',
    ])
    expect(await create(mine, { name: taken, language: 'en' })).toMatchObject({ name: taken })
    expect(await create(theirs, { name: taken })).toMatchObject({ name: taken })
  })

  test('S5-081 S5-082 S5-083 S5-084 an unfinished draft is kept, and submitting it names every broken rule', async () => {
    const { id } = await create(world.mine, { body: '', category: null, headerText: 'Pedido {{2}}' })
    expect(await refusals(world.mine.admin, 'POST', `/templates/${id}/submit`)).toEqual([
      422,
      'ERR_VALIDATION',
      'category categoryRequired',
      'headerText variablesInOrder',
      'headerExamples.2 exampleRequired',
      'body bodyRequired',
    ])
    const { id: other } = await create(world.mine, { body: '{{1}} e {{3}}' })
    expect(await refusals(world.mine.admin, 'POST', `/templates/${other}/submit`)).toEqual([
      422,
      'ERR_VALIDATION',
      'body variablesInOrder',
      'body variableAtEdge',
      'bodyExamples.3 exampleRequired',
    ])
  })

  test('the list is filtered, searched, and turned page by page', async () => {
    const { theirs } = world
    const word = name('page')
    const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${word}_${letter}`)
    for (const each of names.toReversed()) await create(theirs, { name: each, category: 'MARKETING' })
    await create(theirs, {
      name: `${word}_a`,
      language: 'es',
      category: 'MARKETING',
      body: 'Texto con una palabra rara: Xilófono.',
    })
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const page: TemplatePage = await theirs.admin.ok(
        'GET',
        `/templates?searchParam=${word}&limit=2${cursor && `&cursor=${cursor}`}`,
      )
      expect(page.templates.length).toBeLessThanOrEqual(2)
      seen.push(...page.templates.map(({ name: shown, language }) => `${shown} ${language}`))
      cursor = page.nextCursor
    }
    expect(seen).toEqual([`${word}_a es`, ...names.map((each) => `${each} pt_BR`)])
    const found = async (query: string) =>
      (await theirs.admin.ok<TemplatePage>('GET', `/templates?searchParam=${word}&${query}`)).templates.length
    expect(
      await Promise.all([
        found('language=es'),
        found('category=MARKETING'),
        found('category=UTILITY'),
        found('status=DRAFT'),
        found('status=APPROVED'),
        found(`connectionId=${theirs.connection.id}`),
        found(`connectionId=${world.mine.connection.id}`),
      ]),
    ).toEqual([1, 6, 0, 6, 0, 6, 0])
    expect((await theirs.admin.ok<TemplatePage>('GET', '/templates?searchParam=xil%C3%B3fono')).templates).toHaveLength(
      1,
    )
    expect(await theirs.admin.refused('GET', '/templates?cursor=nonsense')).toBe('422 ERR_VALIDATION')
  })
})

describe('submission', () => {
  test('S4-071 S4-073 a draft is submitted as WhatsApp wants it, and its approval arrives', async () => {
    const { mine } = world
    const { template, stored } = await submitted(world, mine)
    expect(template).toMatchObject({ status: 'PENDING', wabaId: stored.id, editable: false })
    expect(stored).toMatchObject({
      account: mine.line.account.id,
      category: 'UTILITY',
      language: 'pt_BR',
      parameter_format: 'POSITIONAL',
    })
    expect(stored.components).toEqual([
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['42'] } },
      { type: 'BODY', text: 'Olá, {{1}}! Seu pedido chega {{2}}.', example: { body_text: [['Maria', 'amanhã']] } },
      { type: 'FOOTER', text: 'Aurora' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Ok' },
          { type: 'URL', text: 'Ver', url: 'https://a.test/{{1}}', example: ['https://a.test/42'] },
        ],
      },
    ])
    expect(await refusals(mine.admin, 'PUT', `/templates/${template.id}`, draftOf(mine))).toEqual([
      422,
      'ERR_PROVIDER_REFUSED',
      'PENDING',
    ])
    await fetch(`${world.simulator.url}/review/decide`, {
      method: 'POST',
      body: new URLSearchParams({ id: stored.id, decision: 'approve' }),
    })
    expect(await becomes(mine, template, ({ status }) => status === 'APPROVED')).toMatchObject({
      rejectedReason: null,
      editable: true,
      body: template.body,
    })
  })

  test('S3-031 buttons are replies, addresses, calls and codes to copy, and come back as they were written', async () => {
    const { mine } = world
    const buttons = [
      { type: 'quickReply', text: 'Quero' },
      { type: 'url', text: 'Ver', url: 'https://a.test/ofertas', example: '' },
      { type: 'call', text: 'Ligar', phone: '+551133334444' },
      { type: 'copy', text: 'Copiar', code: 'VERAO25' },
    ]
    const { template, stored } = await submitted(world, mine, { category: 'MARKETING', buttons })
    expect(stored.components.find(({ type }) => type === 'BUTTONS')).toMatchObject({
      buttons: [
        { type: 'QUICK_REPLY', text: 'Quero' },
        { type: 'URL', text: 'Ver', url: 'https://a.test/ofertas' },
        { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551133334444' },
        { type: 'COPY_CODE' },
      ],
    })
    expect((await read(mine, template)).buttons.map(({ type }) => type)).toEqual(buttons.map(({ type }) => type))
    const unknown = { type: 'dance', text: 'Dançar' }
    expect(await mine.admin.refused('POST', '/templates', draftOf(mine, { buttons: [unknown] }))).toBe(
      '422 ERR_VALIDATION',
    )
  })

  test('S4-074 a rejection arrives with its reason, and the corrected template is sent again', async () => {
    const { mine } = world
    const { template, stored } = await submitted(world, mine)
    world.simulator.templates.reject(stored, 'PROMOTIONAL')
    expect(await becomes(mine, template, ({ status }) => status === 'REJECTED')).toMatchObject({
      rejectedReason: 'PROMOTIONAL',
      editable: true,
    })
    const again = await mine.admin.ok<Template>(
      'PUT',
      `/templates/${template.id}`,
      draftOf(mine, {
        name: 'is_not_changed',
        language: 'en',
        category: 'MARKETING',
        body: 'Olá, {{1}}! Compre {{2}} agora.',
      }),
    )
    expect(again).toMatchObject({
      status: 'PENDING',
      name: template.name,
      language: 'pt_BR',
      category: 'MARKETING',
      rejectedReason: null,
      body: 'Olá, {{1}}! Compre {{2}} agora.',
    })
    expect(stored).toMatchObject({ status: 'PENDING', category: 'MARKETING' })
    expect(stored.components[1]).toMatchObject({ text: 'Olá, {{1}}! Compre {{2}} agora.' })
  })

  test('S4-072 the status is asked for where no notice came', async () => {
    const { mine } = world
    const { template, stored } = await submitted(world, mine)
    Object.assign(stored, { status: 'APPROVED', quality: 'GREEN', category: 'MARKETING' })
    expect(await mine.admin.ok<Template>('POST', `/templates/${template.id}/check`)).toMatchObject({
      status: 'APPROVED',
      quality: 'GREEN',
      category: 'MARKETING',
      body: template.body,
      headerExamples: { 1: '42' },
    })
    world.simulator.templates.remove(stored)
    expect(await mine.admin.ok<Template>('POST', `/templates/${template.id}/check`)).toMatchObject({
      status: 'DELETED',
    })
  })

  test('S4-072 and asked again by the clock, until it is decided', async () => {
    const { mine, database } = world
    const { template, stored } = await submitted(world, mine)
    const hurry = () => database.owner`
      update graphile_worker._private_jobs set run_at = now()
       where key like ${`%template-check:${template.id}`} and run_at > now()`
    await hurry()
    await eventually(
      () => database.owner`
        select 1
          from graphile_worker._private_jobs
         where key like ${`%template-check:${template.id}`} and run_at > now() + interval '90 seconds'`,
      (jobs) => jobs.length === 1,
    )
    Object.assign(stored, { status: 'APPROVED' })
    await hurry()
    expect(await becomes(mine, template, ({ status }) => status === 'APPROVED')).toMatchObject({ id: template.id })
    await eventually(
      () =>
        database.owner`select 1 from graphile_worker._private_jobs where key like ${`%template-check:${template.id}`}`,
      (jobs) => jobs.length === 0,
    )
  })

  test('pauses, other categories and quality arrive; a notice said twice changes nothing more', async () => {
    const { mine } = world
    const { template, stored } = await submitted(world, mine)
    const { templates } = world.simulator
    templates.approve(stored)
    templates.pause(stored)
    await becomes(mine, template, ({ status }) => status === 'PAUSED')
    templates.recategorise(stored, 'MARKETING')
    templates.rate(stored, 'RED')
    templates.approve(stored)
    templates.approve(stored)
    expect(
      await becomes(
        mine,
        template,
        ({ status, category, quality }) => status === 'APPROVED' && category === 'MARKETING' && quality === 'RED',
      ),
    ).toMatchObject({ id: template.id, body: template.body })
  })

  test('what is written anew with Meta’s tools is read anew, told by any notice', async () => {
    const { mine } = world
    const { template, stored } = await submitted(world, mine, {
      headerFormat: null,
      body: 'Olá.',
      bodyExamples: {},
      buttons: [],
    })
    const { templates } = world.simulator
    templates.approve(stored)
    templates.rewrite(stored, 'Bom dia.')
    await becomes(mine, template, ({ body }) => body === 'Bom dia.')
    stored.components = stored.components.map((component) => ({ ...component, text: 'Boa tarde.' }))
    templates.rate(stored, 'GREEN')
    await becomes(mine, template, ({ body, quality }) => body === 'Boa tarde.' && quality === 'GREEN')
    stored.components = stored.components.map((component) => ({ ...component, text: 'Boa noite.' }))
    templates.pause(stored)
    expect(await becomes(mine, template, ({ body }) => body === 'Boa noite.')).toMatchObject({ status: 'PAUSED' })
  })

  test('what WhatsApp refuses is said in its words, and the draft stays', async () => {
    const { mine } = world
    const { name: existing } = world.simulator.templates.add(mine.line.account.id, {
      name: name('theirs'),
      language: 'pt_BR',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'x' }],
    })
    const { id } = await create(mine, { name: existing })
    const [status, code, detail] = await refusals(mine.admin, 'POST', `/templates/${id}/submit`)
    expect([status, code]).toEqual([422, 'ERR_PROVIDER_REFUSED'])
    expect(detail).toContain('already')
    expect(await read(mine, { id })).toMatchObject({ status: 'DRAFT', name: existing })
  })

  test('an answer that was lost does not make a second template: the next try finds the first', async () => {
    const { mine } = world
    const { id, name: called } = await create(mine)
    world.simulator.faults.plan('templates', 'dropAfter')
    expect((await refusals(mine.admin, 'POST', `/templates/${id}/submit`)).slice(0, 2)).toEqual([
      502,
      'ERR_PROVIDER_FAILED',
    ])
    expect(await read(mine, { id })).toMatchObject({ status: 'DRAFT' })
    const stored = world.simulator.templates.find(mine.line.account.id, called, 'pt_BR')
    expect(await mine.admin.ok<Template>('POST', `/templates/${id}/submit`)).toMatchObject({
      status: 'PENDING',
      wabaId: stored!.id,
    })
    expect(
      world.simulator.templates.of(mine.line.account.id).filter((template) => template.name === called),
    ).toHaveLength(1)
  })

  test('the example of a header’s file is uploaded to the app before', async () => {
    const { mine } = world
    const form = new FormData()
    form.set('file', new File([png], 'sample.png', { type: 'image/png' }))
    const file = await mine.admin.ok<{ id: string; mime: string; url: string }>('POST', '/p/waba/templates/media', form)
    expect(file).toMatchObject({ mime: 'image/png' })
    const { template, stored } = await submitted(world, mine, { headerFormat: 'IMAGE', headerMediaId: file.id })
    expect(template.headerMediaUrl).toMatch(/^\/media\//)
    const [header] = stored.components as [{ format: string; example: { header_handle: string[] } }]
    expect(header.format).toBe('IMAGE')
    expect(Buffer.from(world.simulator.templates.examples.get(header.example.header_handle[0]!)!)).toEqual(png)
    const wrong = new FormData()
    wrong.set('file', new File(['x'], 'x.txt', { type: 'text/plain' }))
    expect(await mine.admin.refused('POST', '/p/waba/templates/media', wrong)).toBe('422 ERR_FILE_TYPE')
  })
})

describe('who may', () => {
  test('one company neither sees nor touches what the other has', async () => {
    const { mine, theirs } = world
    const { template } = await submitted(world, mine)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', draftOf(theirs)],
      ['DELETE', '', undefined],
      ['POST', '/submit', undefined],
      ['POST', '/check', undefined],
    ] as const) {
      expect(await theirs.admin.refused(method, `/templates/${template.id}${path}`, body)).toBe('404 ERR_NOT_FOUND')
    }
    expect((await theirs.admin.ok<TemplatePage>('GET', `/templates?searchParam=${template.name}`)).templates).toEqual(
      [],
    )
    expect(
      (await theirs.admin.ok<TemplateConnection[]>('GET', '/p/waba/templates/connections')).map(({ id }) => id),
    ).toEqual([theirs.connection.id])
    expect(await theirs.admin.refused('POST', '/p/waba/templates/syncs', { connectionId: mine.connection.id })).toBe(
      '404 ERR_NO_WAPP_FOUND',
    )
  })

  test('an agent reads templates and writes none; S9-090 writing them needs the PLUS licence', async () => {
    const { mine } = world
    const template = await create(mine)
    expect((await world.ugo.ok<TemplatePage>('GET', `/templates?searchParam=${template.name}`)).templates).toHaveLength(
      1,
    )
    expect(await world.ugo.refused('POST', '/templates', draftOf(mine))).toBe('403 ERR_NO_PERMISSION')
    expect(await world.ugo.refused('DELETE', `/templates/${template.id}`)).toBe('403 ERR_NO_PERMISSION')
    await world.database.owner`update core.tenant set tier = 'basic' where id = ${world.a.id}`
    await world.restart()
    expect(await mine.admin.refused('POST', '/templates', draftOf(mine))).toBe('403 ERR_TIER_REQUIRED')
    expect(
      (await mine.admin.ok<TemplatePage>('GET', `/templates?searchParam=${template.name}`)).templates,
    ).toHaveLength(1)
  })
})
