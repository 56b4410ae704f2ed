import { ChannelError } from '@recado/sdk'
import * as z from 'zod'
import type { CloudApi } from '../api/client.ts'
import { ProviderTemplate } from './provider-template.ts'

/*
 * Meta, "Business management API: message templates"; 360dialog, "Create and manage template messages". Every call
 * throws ChannelError.
 */

type Json = Readonly<Record<string, unknown>>
export interface NewTemplate {
  readonly name: string
  readonly language: string
  readonly category: string
  readonly parameter_format: string
  readonly components: readonly Json[]
}
/** `next` resumes behind this page; undefined on the last one. */
export interface ProviderPage {
  readonly templates: readonly ProviderTemplate[]
  readonly next: string | undefined
}

const pageSize = 100
const fields = 'id,name,status,category,language,components,rejected_reason,quality_score,parameter_format'

/** Rows that are no templates are skipped: one odd entry must not stop an import. */
const templatesOf = (rows: readonly unknown[]): ProviderTemplate[] =>
  rows.flatMap((row) => {
    const { data } = ProviderTemplate.safeParse(row)
    return data ? [data] : []
  })

const Created = z.object({
  id: z.coerce.string().optional(),
  status: z.string().catch('PENDING'),
  category: z.string().catch(''),
})
const MetaPage = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional()
    .catch(undefined),
})
const GatewayPage = z.object({ waba_templates: z.array(z.unknown()), total: z.int().optional().catch(undefined) })
const Done = z.unknown()

export async function createTemplate(
  api: CloudApi,
  template: NewTemplate,
  signal: AbortSignal,
): Promise<Pick<ProviderTemplate, 'id' | 'status' | 'category'>> {
  const { id, ...rest } = await api.call({
    path: api.transport.paths.templates,
    json: { ...template, allow_category_change: true },
    result: Created,
    signal,
  })
  if (id !== undefined) return { id, ...rest }
  const found = await findTemplate(api, template, signal)
  if (!found)
    throw new ChannelError({
      kind: 'provider',
      code: 'NO_ID',
      message: 'the provider named no id for the template',
      certain: false,
    })
  return found
}

/** @throws ChannelError `unsupported` at a provider that cannot change what was submitted */
export async function changeTemplate(
  api: CloudApi,
  wabaId: string,
  change: { category?: string; components: readonly Json[] },
  signal: AbortSignal,
): Promise<void> {
  const path = api.transport.paths.template(wabaId)
  if (path === undefined)
    throw new ChannelError({
      kind: 'unsupported',
      code: 'NO_EDIT',
      message: '360dialog does not change submitted templates; duplicate it under another name',
      certain: true,
    })
  await api.call({ path, json: change, result: Done, signal })
}

/** The template of this name and language; undefined where there is none. */
export async function findTemplate(
  api: CloudApi,
  { name, language }: Pick<ProviderTemplate, 'name' | 'language'>,
  signal: AbortSignal,
): Promise<ProviderTemplate | undefined> {
  const { templates } = await readPage(api, `name=${encodeURIComponent(name)}`, undefined, signal)
  return templates.find((template) => template.name === name && template.language === language)
}

export async function readTemplate(
  api: CloudApi,
  known: Pick<ProviderTemplate, 'id' | 'name' | 'language'>,
  signal: AbortSignal,
): Promise<ProviderTemplate | undefined> {
  const path = api.transport.paths.template(known.id)
  if (path === undefined) return findTemplate(api, known, signal)
  try {
    return await api.call({ method: 'GET', path: `${path}?fields=${fields}`, result: ProviderTemplate, signal })
  } catch (error) {
    if (ChannelError.is(error) && error.kind === 'notFound') return undefined
    throw error
  }
}

export const listTemplates = (api: CloudApi, after: string | undefined, signal: AbortSignal): Promise<ProviderPage> =>
  readPage(api, '', after, signal)

/** Meta turns pages by a cursor, 360dialog by an offset; both hide behind `next`. */
async function readPage(
  api: CloudApi,
  filter: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<ProviderPage> {
  const { paths, provider } = api.transport
  const query = (...parts: string[]): string =>
    `${paths.templates}?${[...parts, filter].filter((part) => part !== '').join('&')}`
  if (provider === 'waba') {
    const { data, paging } = await api.call({
      method: 'GET',
      path: query(
        `fields=${fields}`,
        `limit=${pageSize}`,
        after === undefined ? '' : `after=${encodeURIComponent(after)}`,
      ),
      result: MetaPage,
      signal,
    })
    return { templates: templatesOf(data), next: paging?.next === undefined ? undefined : paging.cursors?.after }
  }
  const offset = Number(after ?? 0)
  const { waba_templates: rows, total } = await api.call({
    method: 'GET',
    path: query(`limit=${pageSize}`, `offset=${offset}`),
    result: GatewayPage,
    signal,
  })
  const isLast = rows.length === 0 || (total === undefined ? rows.length < pageSize : offset + rows.length >= total)
  return { templates: templatesOf(rows), next: isLast ? undefined : String(offset + rows.length) }
}

/** Deletes one language of it where the provider can, which is Meta; 360dialog deletes the name with all of them. */
export async function deleteTemplate(
  api: CloudApi,
  { id, name }: Pick<ProviderTemplate, 'id' | 'name'>,
  signal: AbortSignal,
): Promise<void> {
  const { paths, provider } = api.transport
  const path =
    provider === 'waba'
      ? `${paths.templates}?name=${encodeURIComponent(name)}&hsm_id=${encodeURIComponent(id)}`
      : `${paths.templates}/${encodeURIComponent(name)}`
  await api.call({ method: 'DELETE', path, result: Done, signal })
}

/**
 * Resumable Upload API: opens a session at the app, sends the bytes, answers the handle for `example.header_handle`.
 * @returns undefined at a provider without it; there the example is an address
 */
export async function uploadExample(
  api: CloudApi,
  token: string | undefined,
  file: { readonly name: string; readonly mime: string; readonly bytes: Uint8Array<ArrayBuffer> },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { uploads, upload } = api.transport.paths
  if (uploads === undefined || token === undefined) return undefined
  const query = new URLSearchParams({
    file_name: file.name,
    file_length: String(file.bytes.byteLength),
    file_type: file.mime,
  })
  const { id } = await api.call({ path: `${uploads}?${query}`, result: z.object({ id: z.string() }), signal })
  const { h } = await api.call({
    path: upload(id),
    headers: { authorization: `OAuth ${token}`, file_offset: '0', 'content-type': 'application/octet-stream' },
    bytes: file.bytes,
    result: z.object({ h: z.string() }),
    signal,
  })
  return h
}
