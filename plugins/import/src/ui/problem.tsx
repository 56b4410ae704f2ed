import { useErrorWords } from '@recado/sdk/ui'

/** What went wrong, read aloud when it comes. */
export function Problem({ error }: { readonly error: unknown }) {
  const { text, detail } = useErrorWords()(error)
  return (
    <p role="alert" className="text-danger">
      {text}
      {detail !== undefined && <span className="block text-sm text-ink-muted">{detail}</span>}
    </p>
  )
}
