import { mostTemplates, Refusal, type ApprovedTemplate, type PluginContext, type ServiceCode } from '@recado/sdk'
import { askMeta } from '../api/as-refusal.ts'
import { metaApi } from '../api/client.ts'
import { pagesOf } from './handlers.ts'
import { fieldsOf, missingOf, partOf, textOf } from './message.ts'
import { readTemplates } from './store.ts'
import type { MessengerTemplate } from './template.ts'

type Page = Awaited<ReturnType<typeof pagesOf>>[number]

/** Templates of pages that can be sent, for plugins that send them by themselves (decision 262). */
export const templatesService: ServiceCode<'templates', PluginContext> = {
  async list({ search, named }, ctx) {
    const pages = (await pagesOf(ctx)).filter(({ isActive }) => isActive)
    const found = await Promise.all(pages.map((page) => sendableOf(page, ctx)))
    const wanted = search.toLowerCase()
    return {
      templates: found
        .flat()
        .filter(({ name, text }) => name.includes(wanted) || text.toLowerCase().includes(wanted))
        .filter((one) => !named || named.some(({ name, language }) => name === one.name && language === one.language))
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .slice(0, mostTemplates),
    }
  },
  async fill({ connectionId, name, language, values }, ctx) {
    const page = (await pagesOf(ctx)).find(({ id, isActive }) => id === connectionId && isActive)
    if (!page) return { part: null }
    const templates = await approvedOf(page, ctx, name)
    const template = templates.find((one) => one.isSendable && one.name === name && one.language === language)
    return { part: template && missingOf(template, values).length === 0 ? partOf(template, values) : null }
  },
}

/** A page that Meta does not answer for has none now. */
async function approvedOf({ id }: Page, ctx: PluginContext, named?: string): Promise<MessengerTemplate[]> {
  const query = { approved: true, ...(named !== undefined && { named }) }
  const reading = askMeta(ctx, id, async (connection) =>
    readTemplates(await metaApi(connection, 'facebook'), query, ctx.signal),
  )
  return reading.catch((error: unknown) => {
    if (!Refusal.is(error)) throw error
    ctx.log.warn({ connection: id, code: error.code }, 'the templates of a page cannot be read')
    return []
  })
}

async function sendableOf(page: Page, ctx: PluginContext): Promise<ApprovedTemplate[]> {
  const templates = await approvedOf(page, ctx)
  return templates
    .filter(({ isSendable }) => isSendable)
    .map((template) => {
      const fields = fieldsOf(template)
      return {
        name: template.name,
        language: template.language,
        connectionId: page.id,
        connection: page.name,
        text: textOf(template, Object.fromEntries(fields.map(({ key }) => [key, `{{${key}}}`]))),
        fields: fields.map(({ key, place, variable: label, example }) => ({
          key,
          place,
          label,
          example,
          optional: false,
        })),
      }
    })
}
