import { randomUUID } from 'node:crypto'
import type { StoredTemplate } from '../../plugins/waba/simulator/templates.ts'
import type { Template, TemplateSync } from '../../plugins/waba/src/templates/template.ts'
import { eventually, type Person } from '../harness/app.ts'
import { type NumberSide, wabaWorld, type WabaWorld } from './waba.rig.ts'

/** Two companies with a number each at Meta, and somebody of the first who writes no templates. */
export interface TemplateWorld extends WabaWorld {
  readonly ugo: Person
}

export async function templateWorld(): Promise<TemplateWorld> {
  const world = await wabaWorld()
  // Notices of templates come to the app's own address, which a person enters in Meta's dashboard.
  for (const side of [world.mine, world.theirs]) side.line.account.appCallback = (await side.status()).webhookUrl
  return Object.assign(world, { ugo: await world.signIn(world.a.user) })
}

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const name = (word = 'order_ready') => `${word}_${randomUUID().slice(0, 8)}`
export const draftOf = ({ connection }: NumberSide, change: object = {}) => ({
  connectionId: connection.id,
  name: name(),
  language: 'pt_BR',
  category: 'UTILITY',
  headerFormat: 'TEXT',
  headerText: 'Pedido {{1}}',
  headerExamples: { 1: '42' },
  body: 'Olá, {{1}}! Seu pedido chega {{2}}.',
  bodyExamples: { 1: 'Maria', 2: 'amanhã' },
  footer: 'Aurora',
  buttons: [
    { type: 'quickReply', text: 'Ok' },
    { type: 'url', text: 'Ver', url: 'https://a.test/{{1}}', example: 'https://a.test/42' },
  ],
  ...change,
})
export const create = (side: NumberSide, change: object = {}) =>
  side.admin.ok<Template>('POST', '/templates', draftOf(side, change))
export const read = ({ admin }: NumberSide, { id }: Pick<Template, 'id'>) =>
  admin.ok<Template>('GET', `/templates/${id}`)
export const submitted = async (
  { simulator }: WabaWorld,
  side: NumberSide,
  change: object = {},
): Promise<{ template: Template; stored: StoredTemplate }> => {
  const { id } = await create(side, change)
  const template = await side.admin.ok<Template>('POST', `/templates/${id}/submit`)
  return { template, stored: simulator.templates.byId(template.wabaId!)! }
}
export const becomes = (side: NumberSide, template: Template, fits: (template: Template) => boolean) =>
  eventually(() => read(side, template), fits)
export const refusals = async (person: Person, method: string, path: string, body?: unknown) => {
  const answer = await person.call<{ error: string; detail?: string; issues?: { path: string; message: string }[] }>(
    method,
    path,
    body,
  )
  return [
    answer.status,
    answer.body.error,
    ...(answer.body.issues?.map(({ path: at, message }) => `${at} ${message}`) ?? [answer.body.detail]),
  ]
}
export const imported = async (side: NumberSide): Promise<TemplateSync> => {
  await side.admin.ok('POST', '/p/waba/templates/syncs', { connectionId: side.connection.id })
  return (
    await eventually(
      () => side.admin.ok<TemplateSync[]>('GET', '/p/waba/templates/syncs'),
      (syncs) => syncs.some(({ connectionId, state }) => connectionId === side.connection.id && state !== 'running'),
    )
  ).find(({ connectionId }) => connectionId === side.connection.id)!
}
