import { Icon, useWords } from '@recado/sdk/ui'
import type { VariableFacts } from '../variables/wording.ts'
import { FilledText } from './filled-text.tsx'

interface PreviewPart {
  readonly text: string
  readonly file: { readonly name: string } | null
}

/** The messages that the customer would get, one below the other. */
export function MessagePreview({ parts, facts }: { parts: readonly PreviewPart[]; facts: VariableFacts }) {
  const { t } = useWords()
  return (
    <ol aria-label={t('preview.title')} className="flex flex-col gap-1.5">
      {parts.map(({ text, file }, index) => (
        <li key={index} className="rounded-md border border-line bg-accent-soft px-3 py-2">
          {file && (
            <p className="flex min-w-0 items-center gap-2 text-list text-ink-muted">
              <Icon name="file-text" size={14} className="shrink-0" />
              <span className="truncate">{file.name}</span>
            </p>
          )}
          {text !== '' && (
            <p className="break-words whitespace-pre-wrap" dir="auto">
              <FilledText template={text} facts={facts} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
