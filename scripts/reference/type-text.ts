/** The parts of JSON Schema that a type in words needs. */
interface Shape {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Shape | boolean
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))
const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** A schema as a type of TypeScript would be written; formats stand in for strings: `uuid`, `date-time`. */
export function typeText(given: unknown): string {
  const shape = given as Shape
  if (shape.const !== undefined) return quoted(shape.const)
  if (shape.enum) return shape.enum.map(quoted).join(' | ')
  const options = shape.anyOf ?? shape.oneOf
  if (options)
    return options.some((option) => option.properties)
      ? options.map((option) => `\n  | ${indented(typeText(option))}`).join('')
      : options.map(typeText).join(' | ')
  if (shape.allOf) return shape.allOf.map(typeText).join(' & ')
  if (Array.isArray(shape.type)) return shape.type.join(' | ')
  if (shape.type === 'array') return `Array<${shape.items ? typeText(shape.items) : 'unknown'}>`
  if (shape.type === 'object') return objectText(shape)
  return shape.format ?? (shape.type as string | undefined) ?? 'unknown'
}

function objectText({ properties = {}, required = [], additionalProperties }: Shape): string {
  const fields = Object.entries(properties)
  if (fields.length === 0)
    return typeof additionalProperties === 'object' ? `Record<string, ${typeText(additionalProperties)}>` : '{}'
  return (
    '{\n' +
    `${fields
      .map(([name, field]) => `  ${name}${required.includes(name) ? '' : '?'}: ${indented(typeText(field))}`)
      .join('\n')}\n` +
    '}'
  )
}
