import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import { randomBytes } from 'node:crypto'
import type { StoredTemplate, TemplateShelf } from './shelf.ts'
import { TemplateRefused, type Json } from './validation.ts'

/** Which business account and app the caller's token belongs to. */
export interface TemplateCaller {
  readonly account: string
  readonly appId: string
}

const shown = ({
  id,
  name,
  language,
  category,
  status,
  rejected_reason,
  quality,
  parameter_format,
  components,
}: StoredTemplate): Json => ({
  id,
  name,
  language,
  category,
  status,
  rejected_reason,
  quality_score: { score: quality },
  parameter_format,
  components,
})
/** 360dialog writes statuses in lower case and leaves the quality out. */
const shownByGateway = (template: StoredTemplate): Json => ({
  ...shown(template),
  quality_score: undefined,
  status: template.status.toLowerCase(),
})

async function refusing(work: () => SimulatorAnswer | Promise<SimulatorAnswer>): Promise<SimulatorAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TemplateRefused) return { status: error.status, body: error.body }
    throw error
  }
}

const missing = (): SimulatorAnswer => ({
  status: 400,
  body: {
    error: {
      message: 'Unsupported get request. Object does not exist',
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
      fbtrace_id: 'Simulated',
    },
  },
})
const wanted = (templates: readonly StoredTemplate[], name: unknown): StoredTemplate[] =>
  templates.filter((template) => typeof name !== 'string' || template.name.includes(name))

/**
 * Graph API: `{account}/message_templates`, `{template}`, `{app}/uploads`, `upload:…`. `path` is what follows the
 * version.
 * @returns undefined for a path that is not about templates
 */
export async function graphTemplates(
  shelf: TemplateShelf,
  caller: TemplateCaller,
  path: string,
  request: SimulatorRequest,
): Promise<SimulatorAnswer | undefined> {
  const { method } = request
  if (path === `${caller.appId}/uploads` && method === 'POST')
    return { body: { id: `upload:${randomBytes(12).toString('base64url')}` } }
  if (path.startsWith('upload:') && method === 'POST') return { body: { h: keepExample(shelf, request.body) } }
  const fields = path.startsWith('upload:') ? {} : await request.fields()
  if (path === `${caller.account}/message_templates`) {
    return refusing(() => {
      if (method === 'GET')
        return {
          body: page(
            wanted(shelf.of(caller.account), fields['name']).map(shown),
            String(fields['after'] ?? ''),
            Number(fields['limit'] ?? 25),
            request.url,
          ),
        }
      if (method === 'DELETE')
        return removed(
          shelf,
          shelf
            .of(caller.account)
            .filter(
              ({ name, id }) =>
                name === fields['name'] && (fields['hsm_id'] === undefined || id === String(fields['hsm_id'])),
            ),
        )
      const { id, status, category } = shelf.create(caller.account, fields)
      return { body: { id, status, category } }
    })
  }
  const template = shelf.byId(path)
  if (!template || template.account !== caller.account) return /^9\d{14}$/.test(path) ? missing() : undefined
  return refusing(() => {
    if (method === 'GET') return { body: shown(template) }
    shelf.change(template, fields)
    return { body: { success: true } }
  })
}

/** 360dialog: `v1/configs/templates`. There is no change, and deleting takes every language of the name. */
export async function gatewayTemplates(
  shelf: TemplateShelf,
  account: string,
  path: string,
  request: SimulatorRequest,
): Promise<SimulatorAnswer | undefined> {
  const [, name] = /^v1\/configs\/templates(?:\/([a-z0-9_]+))?$/.exec(path) ?? []
  if (!path.startsWith('v1/configs/templates')) return undefined
  const fields = await request.fields()
  return refusing(() => {
    if (request.method === 'DELETE')
      return removed(
        shelf,
        shelf.of(account).filter((template) => template.name === name),
      )
    if (request.method === 'POST') {
      const { id, status, category } = shelf.create(account, fields)
      return { status: 201, body: { id, status: status.toLowerCase(), category } }
    }
    const all = wanted(shelf.of(account), fields['name'])
    const [offset, limit] = [Number(fields['offset'] ?? 0), Number(fields['limit'] ?? 1_000)]
    const rows = all.slice(offset, offset + limit)
    return {
      body: {
        count: rows.length,
        total: all.length,
        limit,
        offset,
        filters: {},
        sort: ['id'],
        waba_templates: rows.map(shownByGateway),
      },
    }
  })
}

function keepExample(shelf: TemplateShelf, bytes: Uint8Array): string {
  const handle = `4::${randomBytes(12).toString('base64url')}`
  shelf.examples.set(handle, bytes)
  return handle
}

function removed(shelf: TemplateShelf, found: readonly StoredTemplate[]): SimulatorAnswer {
  if (found.length === 0) throw new TemplateRefused(2_593_002, 'Template not found', 'The template does not exist.')
  for (const template of found) shelf.remove(template)
  return { body: { success: true } }
}

/** A cursor is a place in the list, opaque as Meta's are. */
function page(rows: readonly Json[], after: string, limit: number, url: URL): Json {
  const from = after === '' ? 0 : Number(Buffer.from(after, 'base64url').toString())
  const data = rows.slice(from, from + limit)
  const end = from + data.length
  const cursors = {
    before: Buffer.from(String(from)).toString('base64url'),
    after: Buffer.from(String(end)).toString('base64url'),
  }
  return {
    data,
    paging: { cursors, ...(end < rows.length && { next: `${url.origin}${url.pathname}?after=${cursors.after}` }) },
  }
}
