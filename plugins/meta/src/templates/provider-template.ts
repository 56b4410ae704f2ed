import { variablesIn } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { templateStatuses, type MessengerTemplate, type TemplateDraft } from './template.ts'

const words = z.string().catch('')
const Named = listOf(z.object({ param_name: z.string(), example: words }))
const Example = z
  .object({
    header_text: listOf(z.string()),
    body_text: z.array(listOf(z.string())).catch([]),
    header_text_named_params: Named,
    body_text_named_params: Named,
  })
  .partial()
  .catch({})
const Component = z.object({
  type: words,
  format: words,
  text: words,
  example: Example.default({}),
  buttons: listOf(z.object({ text: words, url: words, payload: words })),
})

/** A template in the answers of `/{page}/message_templates`. */
export const ProviderTemplate = z.object({
  id: z.coerce.string().min(1).max(100),
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  status: words,
  rejected_reason: z.string().nullish().catch(null),
  components: listOf(Component),
})
export type ProviderTemplate = z.output<typeof ProviderTemplate>

/** One page of the list; `after` leads to the next, where there is one. */
export const ProviderTemplates = z.object({
  data: listOf(ProviderTemplate),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).partial().optional() })
    .optional()
    .catch(undefined),
})

/** What Meta answers to a template that was submitted. */
export const Submitted = z.object({ id: z.coerce.string().min(1).max(100), status: words })

const statusOf = (word: string): MessengerTemplate['status'] =>
  templateStatuses.find((status) => status === word.toUpperCase()) ?? 'UNKNOWN'

/** Meta's template in ours. Pure; what cannot be filled in here is told apart and never lost. */
export function templateOf({
  id,
  name,
  language,
  status: word,
  rejected_reason: reason,
  components,
}: ProviderTemplate): MessengerTemplate {
  const find = (type: string) => components.find((component) => component.type.toUpperCase() === type)
  const [header, body, buttons] = [find('HEADER'), find('BODY'), find('BUTTONS')]
  const isText = header === undefined || header.format === '' || header.format.toUpperCase() === 'TEXT'
  const status = statusOf(word)
  const needsMore = buttons?.buttons.some(({ url, payload }) => variablesIn(url + payload).length > 0) ?? false
  return {
    id,
    name,
    language,
    status,
    reason: reason == null || reason === '' || reason.toUpperCase() === 'NONE' ? null : reason.slice(0, 500),
    header:
      header === undefined
        ? null
        : {
            text: header.text,
            examples: examplesOf(header.example.header_text, header.example.header_text_named_params),
          },
    body: {
      text: body?.text ?? '',
      examples: examplesOf(body?.example.body_text?.[0], body?.example.body_text_named_params),
    },
    buttons: buttons?.buttons.map(({ text }) => text) ?? [],
    isSendable: status === 'APPROVED' && isText && !needsMore && body !== undefined,
  }
}

const examplesOf = (
  numbered: readonly string[] = [],
  named: readonly { param_name: string; example: string }[] = [],
): Record<string, string> => ({
  ...Object.fromEntries(numbered.map((example, index) => [String(index + 1), example])),
  ...Object.fromEntries(named.map(({ param_name: name, example }) => [name, example])),
})

/** The body of a submission. */
export const submissionOf = ({ name, language, body, examples }: TemplateDraft): Record<string, unknown> => {
  const variables = variablesIn(body)
  return {
    name,
    language,
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: body,
        ...(variables.length > 0 && {
          example: { body_text: [variables.map((variable) => examples[variable] ?? '')] },
        }),
      },
    ],
  }
}
