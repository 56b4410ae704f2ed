import * as z from 'zod'
import { HexColor } from './entities.ts'
import { formReferences, type FormField, type FormReference } from './form-field.ts'
import { PluginShapeError } from './plugin-shape-error.ts'

/** The parts of JSON Schema 2020-12 that a settings schema may come out as. */
interface Property {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly anyOf?: readonly Property[]
  readonly items?: Property
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** From `.meta({ secret: true })`: the value is stored in the vault and never returned. */
  readonly secret?: boolean
  /** From `.meta({ secret: true, sentTo: ['url'] })`: the settings that decide where it is sent. */
  readonly sentTo?: readonly string[]
  /** From `.meta({ widget: 'text' })`: several lines. */
  readonly widget?: string
  /** From `.meta({ refersTo: 'queue' })`: something of the company's. */
  readonly refersTo?: string
  /** From `.meta({ choices: '/choices' })`: something of the plugin's, by the path of its route. */
  readonly choices?: string
  /** From `.meta({ advanced: true })`: few need it. */
  readonly advanced?: boolean
  /** From `.meta({ shownFor: { auth: ['oauth'] } })`: needed with these choices of another setting alone. */
  readonly shownFor?: Readonly<Record<string, readonly string[]>>
}

const colorPattern = (z.toJSONSchema(HexColor) as Property).pattern

/**
 * The form of a settings schema: strings, secrets, long texts, colours, addresses, e-mail addresses, numbers, switches,
 * choices of one or of several, lists of strings, and what refers to something of the company's.
 *
 * @throws PluginShapeError for anything else, with a sentence that names the field
 */
export function formFields(schema: z.ZodObject): FormField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as { properties?: Record<string, Property>; required?: string[] }
  const fields = Object.entries(properties).map(([name, property]): FormField => {
    const field = fieldOf(withoutNull(property))
    if (!field) throw new PluginShapeError(`its setting ${name} is of a kind that no form field can show`)
    const initial = property.default
    return {
      name,
      required: required.includes(name),
      ...(property.advanced === true && { advanced: true as const }),
      ...(property.shownFor !== undefined && { shownFor: shownFor(property.shownFor) }),
      ...(initial === undefined ? {} : { default: initial }),
      ...field,
    }
  })
  for (const field of fields) requireChoices(field, fields)
  return fields
}

const shownFor = (given: NonNullable<Property['shownFor']>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(given).map(([name, values]) => [name, [...values]]))

/** A field that is not always shown depends on choices that there are, and nothing is refused for the lack of it. */
function requireChoices({ name, required, shownFor: choices = {} }: FormField, fields: readonly FormField[]): void {
  for (const [other, values] of Object.entries(choices)) {
    const options = fields.find((field) => field.name === other)?.options ?? []
    if (!values.every((value) => options.includes(value)))
      throw new PluginShapeError(`its setting ${name} is shown for choices that its setting ${other} does not have`)
    if (required) throw new PluginShapeError(`its setting ${name} is required and not always shown`)
  }
}

/** A nullable value is edited like the value itself; an empty field is its null. */
function withoutNull(property: Property): Property {
  const alternatives = property.anyOf?.filter((alternative) => alternative.type !== 'null')
  return alternatives?.length === 1 ? { ...property, ...alternatives[0] } : property
}

type Drawn = Omit<FormField, 'name' | 'required' | 'default' | 'advanced' | 'shownFor'>

const isReference = (name: string): name is FormReference => (formReferences as readonly string[]).includes(name)

function fieldOf(property: Property): Drawn | undefined {
  if (property.refersTo !== undefined) {
    if (!isReference(property.refersTo)) return undefined
    if (property.type === 'array')
      return property.items?.type === 'string' ? { type: 'referenceArray', refersTo: property.refersTo } : undefined
    return property.type === 'string' ? { type: 'reference', refersTo: property.refersTo } : undefined
  }
  if (property.choices !== undefined)
    return property.type === 'string' ? { type: 'choice', choices: property.choices } : undefined
  const options = optionsOf(property)
  if (options) return { type: 'enum', options }
  switch (property.type) {
    case 'string':
      return {
        type: stringType(property),
        ...(property.secret === true && property.sentTo !== undefined && { sentTo: [...property.sentTo] }),
        ...present({ minLength: property.minLength, maxLength: property.maxLength, pattern: property.pattern }),
      }
    case 'number':
    case 'integer':
      return {
        type: property.type,
        ...present({
          min: bound(property.minimum ?? property.exclusiveMinimum),
          max: bound(property.maximum ?? property.exclusiveMaximum),
        }),
      }
    case 'boolean':
      return { type: 'boolean' }
    case 'array': {
      const several = property.items && optionsOf(property.items)
      return several
        ? { type: 'enumArray', options: several }
        : property.items?.type === 'string'
          ? { type: 'stringArray' }
          : undefined
    }
    default:
      return undefined
  }
}

function stringType(property: Property): FormField['type'] {
  if (property.secret === true) return 'secret'
  if (property.widget === 'text') return 'text'
  if (property.pattern === colorPattern) return 'color'
  return property.format === 'uri' ? 'url' : property.format === 'email' ? 'email' : 'string'
}

function optionsOf(property: Property): string[] | undefined {
  const values =
    property.enum ??
    (property.const === undefined ? property.anyOf?.map((alternative) => alternative.const) : [property.const])
  return values && values.length > 0 && values.every((value) => typeof value === 'string') ? [...values] : undefined
}

/** zod bounds every integer by the safe ones; users need no message about that limit. */
const bound = (value: number | undefined): number | undefined =>
  value !== undefined && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value

const present = <T extends Record<string, unknown>>(facts: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
