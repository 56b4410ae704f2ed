import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import { newId } from './ids.ts'
import { badParameter, Refused } from './refused.ts'

interface Component {
  readonly type: string
  readonly text?: string
}
/** A template of a page for utility messages. */
export interface StoredTemplate {
  readonly id: string
  readonly name: string
  readonly language: string
  readonly category: string
  readonly parameter_format: string
  readonly components: readonly Component[]
  status: string
  rejected_reason: string
}

/** The templates of a page, and whether Meta decides on them at once. */
export class TemplateShelf {
  readonly all: StoredTemplate[] = []
  /** Whether what is submitted waits for {@link decide}. */
  waits = false
  /** Whether the app may use templates at all: the permission `page_utility_messaging`. */
  isPermitted = true

  add(template: Partial<StoredTemplate> & Pick<StoredTemplate, 'name' | 'components'>): StoredTemplate {
    const stored: StoredTemplate = {
      id: newId(),
      language: 'pt_BR',
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      status: 'APPROVED',
      rejected_reason: 'NONE',
      ...template,
    }
    this.all.push(stored)
    return stored
  }

  find(name: string, language?: string): StoredTemplate | undefined {
    return this.all.find((each) => each.name === name && (language === undefined || each.language === language))
  }

  /** Meta looks at a template that waits. */
  decide(template: StoredTemplate): void {
    const reason = reasonAgainst(bodyOf(template))
    template.status = reason === undefined ? 'APPROVED' : 'REJECTED'
    template.rejected_reason = reason ?? 'NONE'
  }
}

const variablesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(/\{\{\s*(\w+)\s*\}\}/g), ([, name]) => name!)),
]

const bodyOf = ({ components }: Pick<StoredTemplate, 'components'>): string =>
  components.find(({ type }) => type === 'BODY')?.text ?? ''

/** The published reasons of rejections. */
function reasonAgainst(body: string): string | undefined {
  const variables = variablesIn(body)
  if (variables.some((name) => /^\d/.test(name)) && variables.some((name, index) => name !== String(index + 1)))
    return 'INCORRECT_PARAMS'
  if (/desconto|promo|oferta|discount|% off/i.test(body)) return 'TAG_SHOULD_BE_MARKETING'
  return body.split(/\s+/).length < variables.length * 2 ? 'PARAMS_TO_WORD_RATIO_EXCEED_LIMIT' : undefined
}

const shown = (template: StoredTemplate): object => ({ ...template })

interface Page {
  readonly templates: TemplateShelf
}

/** `/{page}/message_templates`: the list, page by page, and what is submitted. */
export async function messageTemplates({ templates }: Page, request: SimulatorRequest): Promise<SimulatorAnswer> {
  if (!templates.isPermitted) throw new Refused(403, 200, 'Requires page_utility_messaging permission')
  if (request.method === 'GET') {
    const asked = request.url.searchParams
    const found = templates.all.filter(
      ({ name, status }) =>
        name.includes(asked.get('name') ?? '') && (!asked.has('status') || asked.get('status') === status),
    )
    const from = Number(asked.get('after') ?? 0)
    const end = from + Number(asked.get('limit') ?? 25)
    const next = end < found.length ? { next: 'https://graph.facebook.com/next' } : {}
    return { body: { data: found.slice(from, end).map(shown), paging: { cursors: { after: String(end) }, ...next } } }
  }
  const { name, language, category, components } = (await request.fields()) as unknown as StoredTemplate
  if (category !== 'UTILITY') throw badParameter('Param category must be one of {UTILITY}')
  if (!/^[a-z0-9_]+$/.test(name)) throw badParameter('Invalid template name')
  if (templates.find(name, language)) throw badParameter('A template with this name and language already exists')
  const body = bodyOf({ components })
  if (/^\s*\{\{|\}\}\s*$/.test(body)) throw badParameter('Variables can’t be at the start or end of the template')
  const stored = templates.add({ name, language, components, status: 'PENDING' })
  if (!templates.waits) templates.decide(stored)
  return { body: { id: stored.id, status: stored.status, category } }
}

interface SentTemplate {
  readonly name?: string
  readonly language?: { readonly code?: string }
  readonly components?: readonly { readonly type: string; readonly parameters: readonly { readonly text: string }[] }[]
}

/** The words that a utility message is read as. @throws Refused where no approved template takes these values */
export function filledIn({ templates }: Page, sent: SentTemplate): string {
  if (!templates.isPermitted) throw new Refused(403, 200, 'Requires page_utility_messaging permission')
  const stored = templates.find(sent.name ?? '', sent.language?.code)
  if (!stored) throw badParameter('Template name does not exist in the translation')
  if (stored.status !== 'APPROVED') throw badParameter(`Template is not approved: ${stored.status}`)
  return stored.components
    .filter(({ type }) => type === 'HEADER' || type === 'BODY')
    .map(({ type, text = '' }) => {
      const variables = variablesIn(text).toSorted()
      const values = sent.components?.find((each) => each.type === type.toLowerCase())?.parameters ?? []
      if (values.length !== variables.length)
        throw badParameter('Number of parameters does not match the expected number of params')
      return variables.reduce((said, variable, index) => said.replaceAll(`{{${variable}}}`, values[index]!.text), text)
    })
    .join('\n')
}
