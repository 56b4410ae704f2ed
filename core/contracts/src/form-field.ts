import * as z from 'zod'

/**
 * Objects of a company that a form field can refer to: by id, attributes by their key; segments are the shared ones.
 */
export const formReferences = [
  'queue',
  'user',
  'tag',
  'connection',
  'contactAttribute',
  'ticketAttribute',
  'segment',
] as const
/** One of {@link formReferences}. */
export type FormReference = (typeof formReferences)[number]

/**
 * One field of a generated settings form: the subset of JSON Schema 2020-12 that the form renderer draws. The server
 * derives it from the plugin's zod schema (`io: 'input'`; `.meta({ secret: true })` and `.meta({ widget: 'text' })`
 * choose the field, `.meta({ refersTo: 'queue' })` lets one of the company's be chosen, `.meta({ choices: '/choices'
 * })` one that the plugin's own GET route of that path answers, `.meta({ advanced: true })` folds it away,
 * `.meta({ secret: true, sentTo: ['url'] })` names the fields that decide where a secret is sent,
 * `.meta({ shownFor: { auth: ['oauth'] } })` shows a field for these choices of another one alone); labels are the i18n
 * keys `<prefix>.<name>.label` and `.help` in the plugin's namespace.
 */
export const FormField = z.object({
  name: z.string(),
  type: z.enum([
    'string',
    'text',
    'secret',
    'number',
    'integer',
    'boolean',
    'enum',
    'enumArray',
    'choice',
    'stringArray',
    'color',
    'url',
    'email',
    'reference',
    'referenceArray',
  ]),
  required: z.boolean(),
  /** Few need it: it stands in a fold below the other fields. */
  advanced: z.literal(true).optional(),
  /** Shown only while each of these fields has one of these values; what was entered before is kept. */
  shownFor: z.record(z.string(), z.array(z.string())).optional(),
  default: z.unknown().optional(),
  options: z.array(z.string()).optional(),
  /** Kind of object of the company that is chosen, for a reference. */
  refersTo: z.enum(formReferences).optional(),
  /** Of a `choice`: path of the plugin's own GET route that answers the options, as {@link FormChoices}. */
  choices: z.string().optional(),
  /**
   * The field determines the target of the form's secrets: by the server in its address, by its value as it is, or by
   * naming the proxy. After a change of it the secrets have to be typed again.
   */
  target: z.enum(['address', 'exact', 'proxy']).optional(),
  /**
   * Of a secret: the fields with a target that decide where this one is sent, beside the proxy. Without it all of them.
   */
  sentTo: z.array(z.string()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
})
export type FormField = z.infer<typeof FormField>

/**
 * A provider whom a form can be filled in for. `title` is its name, the same in all languages; `values` go into open
 * fields of the form. A text `<prefix>.presets.<id>.help` in the plugin's namespace is the https address of its page
 * about what the form asks for.
 */
export const FormPreset = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/),
  title: z.string().min(1).max(100),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type FormPreset = z.infer<typeof FormPreset>

/**
 * A step on the way to what a form asks for, such as an app that has to be made in the provider's console. Its text is
 * `guide.<id>` in the plugin's namespace; `link` is the https address of the page where the step is done.
 */
export const GuideStep = z.object({
  id: z.string().regex(/^[a-z][A-Za-z0-9-]{1,40}$/),
  link: z.url({ protocol: /^https$/ }).optional(),
})
export type GuideStep = z.infer<typeof GuideStep>

/** What a route answers that offers the options of a field: `id` is the value, 100 at most. */
export const FormChoices = z.object({
  choices: z.array(z.object({ id: z.string().max(100), title: z.string().max(200) })).max(100),
})
export type FormChoices = z.infer<typeof FormChoices>
