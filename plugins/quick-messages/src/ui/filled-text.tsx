import { templateSegments, useWords } from '@recado/sdk/ui'
import type { VariableFacts } from '../variables/wording.ts'

/** A text exactly as it would be sent; empty and unknown variables are marked. */
export function FilledText({ template, facts }: { template: string; facts: VariableFacts }) {
  const { t } = useWords()
  return templateSegments(template, facts).map(({ kind, text, name }, index) =>
    kind === 'written' || kind === 'filled' ? (
      text
    ) : (
      <mark key={index} className="rounded-sm bg-warning-soft px-1 text-warning">
        {t(`preview.${kind}`, { name })}
      </mark>
    ),
  )
}
