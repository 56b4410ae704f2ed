import { useId } from 'react'
import { SchemaFields, type SchemaFieldsProps } from './schema-fields.tsx'

/**
 * A {@link BlockForm}: the fields of a block, and what was entered so far. For a block of the offer `prefix` is
 * `<words>.fields`.
 */
export type BlockFormProps = Pick<
  SchemaFieldsProps,
  'fields' | 'values' | 'issues' | 'namespace' | 'prefix' | 'disabled' | 'onChange'
>

/**
 * The fields of one block among others that are saved together. It keeps nothing: begin with `startingValues`, check
 * with `useFieldProblems`, send `valuesToSend`, and give the server's issues to their block with `issuesBelow`.
 */
export function BlockForm(props: BlockFormProps) {
  const id = useId()
  return (
    <div className="k-block">
      <SchemaFields {...props} id={id} />
    </div>
  )
}

/**
 * Of issues by their path, as `useFieldErrors` finds them, those of the fields below one: of `actions.0.input` also
 * `actions.0.input.tags.1`, for `tags`.
 */
export function issuesBelow(found: Readonly<Record<string, string>>, path: string): Record<string, string> {
  const own: Record<string, string> = {}
  for (const [at, text] of Object.entries(found)) {
    if (!at.startsWith(`${path}.`)) continue
    own[at.slice(path.length + 1).split('.', 1)[0]!] ??= text
  }
  return own
}
