/* What Meta checks of a template before a person looks at it, as far as it is documented, and how it says no. */

export type Json = Record<string, unknown>

/** An error of the Graph API: `code` 100 with a subcode for each rule of templates. */
export class TemplateRefused extends Error {
  readonly status: number
  readonly body: Json
  constructor(
    subcode: number,
    title: string,
    sentence: string,
    { status = 400, code = 100, message = 'Invalid parameter' } = {},
  ) {
    super(sentence)
    this.status = status
    this.body = {
      error: {
        message,
        type: 'OAuthException',
        code,
        error_subcode: subcode,
        is_transient: false,
        error_user_title: title,
        error_user_msg: sentence,
        fbtrace_id: 'Simulated',
      },
    }
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const variables = (value: string): string[] => [
  ...new Set(Array.from(value.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g), ([, name]) => name!)),
]

/** @throws TemplateRefused */
export function validate({ name, category, language, components, parameter_format }: Json): void {
  if (!/^[a-z0-9_]{1,512}$/.test(text(name)))
    throw new TemplateRefused(
      2_388_055,
      'Invalid template name',
      'The template name may contain only lower-case letters, digits and underscores.',
    )
  if (!['MARKETING', 'UTILITY', 'AUTHENTICATION'].includes(text(category)))
    throw new TemplateRefused(
      2_388_043,
      'Category missing',
      'The template needs one of the categories MARKETING, UTILITY, AUTHENTICATION.',
    )
  if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(text(language)))
    throw new TemplateRefused(2_388_025, 'Unknown language', 'The language of the template is not supported.')
  validateComponents(list(components), parameter_format === 'NAMED')
}

/** @throws TemplateRefused */
export function validateComponents(components: readonly Json[], isNamed: boolean): void {
  const find = (type: string): Json | undefined =>
    components.find((component) => text(component['type']).toUpperCase() === type)
  const body = find('BODY')
  if (!body || text(body['text']).trim() === '')
    throw new TemplateRefused(2_388_043, 'Body missing', 'The template needs a component of type BODY with a text.')
  longest('BODY', text(body['text']), 1_024)
  const trimmed = text(body['text']).trim()
  if (/^\{\{[^}]*\}\}|\{\{[^}]*\}\}$/.test(trimmed))
    throw new TemplateRefused(
      2_388_299,
      'Leading or trailing parameters',
      'Variables can’t be at the start or end of the template.',
    )
  examples('body', body, isNamed)
  const header = find('HEADER')
  if (header) validateHeader(header, isNamed)
  const footer = find('FOOTER')
  if (footer) {
    longest('FOOTER', text(footer['text']), 60)
    if (variables(text(footer['text'])).length > 0)
      throw new TemplateRefused(2_388_073, 'Footer format is incorrect', 'A footer has no variables.')
  }
  validateButtons(list(find('BUTTONS')?.['buttons']))
}

function validateHeader(header: Json, isNamed: boolean): void {
  const format = text(header['format'])
  if (format === 'TEXT') {
    longest('HEADER', text(header['text']), 60)
    if (variables(text(header['text'])).length > 1)
      throw new TemplateRefused(2_388_047, 'Header format is incorrect', 'A header has one variable at most.')
    examples('header', header, isNamed)
  } else if (['IMAGE', 'VIDEO', 'DOCUMENT'].includes(format)) {
    const [handle] = list((header['example'] as Json | undefined)?.['header_handle']) as unknown as string[]
    if (!handle)
      throw new TemplateRefused(
        2_388_273,
        'Sample parameter missing',
        `Templates with a header of type ${format} need an example, which was not given.`,
      )
  } else if (format !== 'LOCATION')
    throw new TemplateRefused(2_388_047, 'Header format is incorrect', `${format} is no format of a header.`)
}

function examples(part: 'header' | 'body', component: Json, isNamed: boolean): void {
  const found = variables(text(component['text']))
  if (!isNamed && found.some((name) => !/^\d+$/.test(name)))
    throw new TemplateRefused(2_388_072, 'Format is incorrect', 'Variables of a positional template are numbers.')
  if (!isNamed && found.some((name) => Number(name) < 1 || Number(name) > found.length))
    throw new TemplateRefused(2_388_072, 'Format is incorrect', 'Variables are numbered from {{1}} on without a gap.')
  const example = (component['example'] ?? {}) as Json
  const given = isNamed
    ? list(example[`${part}_text_named_params`]).length
    : part === 'header'
      ? list(example['header_text']).length
      : list(list(example['body_text'])[0]).length
  if (given < found.length)
    throw new TemplateRefused(
      2_388_043,
      'Example missing',
      `component of type ${part.toUpperCase()} is missing expected field(s) (example)`,
    )
}

function validateButtons(buttons: readonly Json[]): void {
  const count = (type: string): number => buttons.filter((button) => button['type'] === type).length
  if (buttons.length > 10 || count('URL') > 2 || count('PHONE_NUMBER') > 1 || count('COPY_CODE') > 1)
    throw new TemplateRefused(
      2_388_056,
      'Too many buttons',
      'A template has 10 buttons at most: 2 addresses, 1 call, 1 code.',
    )
  for (const button of buttons) {
    if (text(button['text']).length > 25)
      throw new TemplateRefused(
        2_388_040,
        'Character limit exceeded',
        'The text of a button is longer than 25 characters.',
      )
    if (button['type'] === 'URL' && !URL.canParse(text(button['url']).replace('{{1}}', '')))
      throw new TemplateRefused(2_388_057, 'Invalid button address', 'The address of a button is not valid.')
    if (button['type'] === 'URL' && text(button['url']).includes('{{1}}') && list(button['example']).length === 0)
      throw new TemplateRefused(2_388_043, 'Example missing', 'An address with a variable needs an example.')
  }
}

function longest(part: string, value: string, limit: number): void {
  if (Array.from(value).length > limit)
    throw new TemplateRefused(
      2_388_040,
      'Character limit exceeded',
      `The text of ${part} is longer than ${limit} characters.`,
    )
}
