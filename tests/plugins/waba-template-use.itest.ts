import type { Template, TemplatePage } from '../../plugins/waba/src/templates/template.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../harness/app.ts'
import {
  becomes,
  create,
  draftOf,
  imported,
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

describe('sending', () => {
  const approved = async (change: object) => {
    const { template, stored } = await submitted(world, world.mine, change)
    world.simulator.templates.approve(stored)
    return { template, stored }
  }
  const part = ({ name: called, language }: Template, more: object) => ({
    body: '',
    parts: [{ kind: 'template', name: called, language, ...more }],
  })

  test('a template goes out with its file, its values and its buttons, and stands in the thread as it is read', async () => {
    const { mine } = world
    const form = new FormData()
    form.set('file', new File([png], 'sample.png', { type: 'image/png' }))
    const { id, url: header } = await mine.admin.ok<{ id: string; url: string }>(
      'POST',
      '/p/waba/templates/media',
      form,
    )
    const { template } = await approved({
      headerFormat: 'IMAGE',
      headerMediaId: id,
      parameterFormat: 'NAMED',
      body: 'Olá, {{first_name}}!',
      bodyExamples: { first_name: 'Maria' },
    })
    const { customer, ticket } = await mine.talking()
    await mine.send(
      ticket,
      part(template, { vars: { first_name: 'Bia', 'button.1.url': '77' }, header, text: 'Olá, Bia!' }),
    )
    const [said] = await mine.got(customer, 1)
    const { name: sentName, components } = said!.message['template'] as {
      name: string
      components: [{ parameters: [{ image: { id: string } }] }, ...object[]]
    }
    expect(sentName).toBe(template.name)
    expect(Buffer.from(mine.line.media.get(components[0].parameters[0].image.id)!.bytes)).toEqual(png)
    expect(components.slice(1)).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Bia' }] },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '77' }] },
    ])
    const shown = await mine.last(ticket, ({ fromMe }) => fromMe)
    expect(shown).toMatchObject({ body: 'Olá, Bia!', parts: [{ kind: 'template', name: template.name, header: id }] })
    // As it stands in the conversation, it is sent once more there, and nowhere else.
    const again = { body: '', parts: shown.parts }
    await mine.send(ticket, again)
    await mine.got(customer, 2)
    expect(await mine.admin.refused('POST', `/messages/${(await mine.talking()).ticket.id}`, again)).toBe(
      '404 ERR_NO_MEDIA_FOUND',
    )
  })

  test('one that was paused meanwhile fails with the reason', async () => {
    const { mine } = world
    const { template, stored } = await approved({ headerFormat: null, body: 'Olá.', bodyExamples: {}, buttons: [] })
    world.simulator.templates.pause(stored)
    const { ticket } = await mine.talking()
    await mine.send(ticket, part(template, { vars: {}, text: 'Olá.' }))
    expect(await mine.last(ticket, ({ status }) => status === 'failed')).toMatchObject({ failure: { code: '132015' } })
  })
})

describe('import and deletion', () => {
  test('everything that WhatsApp has is imported page by page, and what it lost is marked', async () => {
    const { theirs } = world
    const account = theirs.line.account.id
    const batch = name('batch')
    for (let index = 0; index < 230; index++)
      world.simulator.templates.add(account, {
        name: `${batch}_${String(index).padStart(3, '0')}`,
        language: 'en',
        category: 'UTILITY',
        status: 'APPROVED',
        parameter_format: 'NAMED',
        components: [
          {
            type: 'BODY',
            text: 'Hello {{first_name}}, welcome.',
            example: { body_text_named_params: [{ param_name: 'first_name', example: 'Mary' }] },
          },
        ],
      })
    const draft = await create(theirs, { name: `${batch}_000`, language: 'en' })
    expect(await imported(theirs)).toMatchObject({ state: 'done', error: null })
    const all = async () => {
      const rows: Template[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: TemplatePage = await theirs.admin.ok(
          'GET',
          `/templates?searchParam=${batch}&limit=100${cursor && `&cursor=${cursor}`}`,
        )
        rows.push(...page.templates)
        cursor = page.nextCursor
      }
      return rows
    }
    const rows = await all()
    expect(rows).toHaveLength(230)
    expect(rows[0]).toMatchObject({ id: draft.id, status: 'DRAFT', body: draft.body })
    expect(rows[1]).toMatchObject({
      status: 'APPROVED',
      parameterFormat: 'NAMED',
      body: 'Hello {{first_name}}, welcome.',
      bodyExamples: { first_name: 'Mary' },
      connection: theirs.connection.name,
    })
    world.simulator.templates.remove(world.simulator.templates.find(account, `${batch}_007`, 'en')!)
    await imported(theirs)
    expect((await all()).filter(({ status }) => status === 'DELETED').map((template) => template.name)).toEqual([
      `${batch}_007`,
    ])
  })

  test('a notice of a template that was made elsewhere brings it here', async () => {
    const { mine } = world
    const stored = world.simulator.templates.add(mine.line.account.id, {
      name: name('elsewhere'),
      language: 'en',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Made at Meta.' }],
    })
    world.simulator.templates.approve(stored)
    const { templates } = await eventually(
      () => mine.admin.ok<TemplatePage>('GET', `/templates?searchParam=${stored.name}`),
      (page) => page.templates.some(({ status }) => status === 'APPROVED'),
    )
    expect(templates).toMatchObject([{ name: stored.name, wabaId: stored.id, body: 'Made at Meta.' }])
  })

  test('an import that fails says why', async () => {
    const { mine, connect, simulator } = world
    const side = await connect(mine.admin, simulator.addLine())
    side.line.account.expireToken()
    expect(await imported(side)).toMatchObject({ state: 'failed', error: expect.stringContaining('expired') })
  })

  test('a deleted template is deleted at WhatsApp, in its language only', async () => {
    const { mine } = world
    const { template, stored } = await submitted(world, mine)
    const other = await submitted(world, mine, { name: template.name, language: 'en' })
    await mine.admin.ok('DELETE', `/templates/${template.id}`)
    expect([stored.status, other.stored.status]).toEqual(['DELETED', 'PENDING'])
    expect(await mine.admin.refused('GET', `/templates/${template.id}`)).toBe('404 ERR_NOT_FOUND')
    expect(await read(mine, other.template)).toMatchObject({ status: 'PENDING' })
  })
})

describe('at 360dialog', () => {
  test('templates are created, judged, imported and deleted; what was submitted is not changed', async () => {
    const {
      mine: { admin },
      connect,
      simulator,
    } = world
    const side = await connect(admin, simulator.addLine('360dialog'))
    await side.connected()
    const { template, stored } = await submitted(world, side)
    expect(template).toMatchObject({ status: 'PENDING', wabaId: stored.id })
    simulator.templates.approve(stored)
    expect(await becomes(side, template, ({ status }) => status === 'APPROVED')).toMatchObject({ editable: false })
    expect((await refusals(admin, 'PUT', `/templates/${template.id}`, draftOf(side))).slice(0, 2)).toEqual([
      422,
      'ERR_PROVIDER_REFUSED',
    ])
    for (let index = 0; index < 105; index++)
      simulator.templates.add(side.line.account.id, {
        name: `gateway_${String(index).padStart(3, '0')}`,
        language: 'en',
        category: 'UTILITY',
        status: 'APPROVED',
        components: [{ type: 'BODY', text: 'Hello.' }],
      })
    expect(await imported(side)).toMatchObject({ state: 'done', seen: 106 })
    Object.assign(stored, { status: 'PAUSED' })
    expect(await admin.ok<Template>('POST', `/templates/${template.id}/check`)).toMatchObject({ status: 'PAUSED' })
    await admin.ok('DELETE', `/templates/${template.id}`)
    expect(stored.status).toBe('DELETED')
  })
})
