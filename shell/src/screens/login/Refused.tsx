import { useErrorWords } from '@recado/sdk/ui'

/**
 * Why a form was not accepted, read aloud when it appears. `title` replaces the words of the code, which then follow
 * it.
 */
export function Refused({ error, title }: { error: unknown; title?: string }) {
  const { text, detail } = useErrorWords()(error)
  const [first, second] = title === undefined ? [text, detail] : [title, [text, detail].filter(Boolean).join('. ')]
  return (
    <div role="alert" className="rounded-md border border-danger/30 bg-danger-soft px-3 py-2.5 text-list text-danger">
      <p className="font-medium">{first}</p>
      {second && <p className="mt-0.5">{second}</p>}
    </div>
  )
}
