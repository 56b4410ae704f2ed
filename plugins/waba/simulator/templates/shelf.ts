import { TemplateRefused, validate, validateComponents, type Json } from './validation.ts'

/** One template of a business account, as the Graph API shows it. */
export interface StoredTemplate {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly language: string
  category: string
  status: string
  rejected_reason: string
  quality: string
  parameter_format: string
  components: readonly Json[]
}

/** Told of every change that Meta would send to the webhooks of the account: `field` and `value` of a change. */
export type Notify = (account: string, field: string, value: Json) => void

/** The templates of all business accounts, and what Meta's reviewers do with them. */
export class TemplateShelf {
  readonly all: StoredTemplate[] = []
  /** Examples of headers, by handle. */
  readonly examples = new Map<string, Uint8Array>()
  readonly #notify: Notify
  #nextId = 900_000_000_000_001

  constructor(notify: Notify) {
    this.#notify = notify
  }

  of(account: string): StoredTemplate[] {
    return this.all.filter((template) => template.account === account && template.status !== 'DELETED')
  }
  find(account: string, name: string, language: string): StoredTemplate | undefined {
    return this.of(account).find((template) => template.name === name && template.language === language)
  }
  byId(id: string): StoredTemplate | undefined {
    return this.all.find((template) => template.id === id && template.status !== 'DELETED')
  }

  /** @throws TemplateRefused */
  create(account: string, given: Json): StoredTemplate {
    validate(given)
    const [name, language] = [String(given['name']), String(given['language'])]
    if (this.find(account, name, language))
      throw new TemplateRefused(
        2_388_024,
        'Content in this language already exists',
        `There is already ${language} content for this template. You can create a new template and try again.`,
      )
    return this.add(account, {
      name,
      language,
      category: String(given['category']),
      components: given['components'] as Json[],
      parameter_format: String(given['parameter_format'] ?? 'POSITIONAL'),
    })
  }

  /** Puts one there as if it had been made in Meta's own tools. */
  add(
    account: string,
    given: Pick<StoredTemplate, 'name' | 'language' | 'category' | 'components'> & Partial<StoredTemplate>,
  ): StoredTemplate {
    const template: StoredTemplate = {
      id: String(this.#nextId++),
      account,
      status: 'PENDING',
      rejected_reason: 'NONE',
      quality: 'UNKNOWN',
      parameter_format: 'POSITIONAL',
      ...given,
    }
    this.all.push(template)
    return template
  }

  /** @throws TemplateRefused for one that is being looked at */
  change(template: StoredTemplate, given: Json): void {
    if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status))
      throw new TemplateRefused(
        2_388_039,
        'Template is locked',
        'The template is being reviewed and cannot be changed now.',
      )
    const category = given['category'] === undefined ? template.category : String(given['category'])
    if (category !== template.category && template.status === 'APPROVED')
      throw new TemplateRefused(
        2_593_017,
        'Category cannot be changed',
        'The category of an approved template cannot be changed.',
      )
    const components = given['components'] as Json[] | undefined
    if (components) validateComponents(components, template.parameter_format === 'NAMED')
    Object.assign(template, {
      category,
      components: components ?? template.components,
      status: 'PENDING',
      rejected_reason: 'NONE',
    })
  }

  remove(template: StoredTemplate): void {
    template.status = 'DELETED'
  }

  /* What the reviewers and the machines behind them decide. */

  approve(template: StoredTemplate): void {
    this.#decide(template, 'APPROVED')
  }
  reject(template: StoredTemplate, reason = 'INCORRECT_CATEGORY'): void {
    this.#decide(template, 'REJECTED', reason)
  }
  pause(template: StoredTemplate): void {
    this.#decide(template, 'PAUSED', 'NONE', {
      other_info: { title: 'FIRST_PAUSE', description: 'Paused for 3 hours because customers complained.' },
    })
  }
  disable(template: StoredTemplate): void {
    this.#decide(template, 'DISABLED')
  }

  recategorise(template: StoredTemplate, category: string): void {
    const previous_category = template.category
    template.category = category
    this.#notify(template.account, 'template_category_update', {
      ...this.#facts(template),
      new_category: category,
      previous_category,
    })
  }

  /** Somebody writes other words with Meta's tools. The notice holds them in part only, as Meta's does. */
  rewrite(template: StoredTemplate, body: string): void {
    template.components = template.components.map((component) =>
      component['type'] === 'BODY' ? { ...component, text: body } : component,
    )
    this.#notify(template.account, 'message_template_components_update', {
      ...this.#facts(template),
      message_template_element: body,
    })
  }

  rate(template: StoredTemplate, quality: string): void {
    const previous_quality_score = template.quality
    template.quality = quality
    this.#notify(template.account, 'message_template_quality_update', {
      ...this.#facts(template),
      previous_quality_score,
      new_quality_score: quality,
    })
  }

  #decide(template: StoredTemplate, status: string, reason = 'NONE', more: Json = {}): void {
    template.status = status
    template.rejected_reason = status === 'REJECTED' ? reason : 'NONE'
    this.#notify(template.account, 'message_template_status_update', {
      event: status,
      ...this.#facts(template),
      reason,
      ...more,
    })
  }

  #facts({ id, name, language }: StoredTemplate): Json {
    return { message_template_id: Number(id), message_template_name: name, message_template_language: language }
  }
}
