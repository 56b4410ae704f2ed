import { VisuallyHidden, useWords } from '@recado/sdk/ui'
import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'

/** Beyond this a comparison word by word takes long, and nobody reads it. */
const mostCompared = 6_000

/** A text with what is new in it, and what was taken out of the one before. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const { t } = useWords()
  const changes = useMemo(
    () => (before.length + after.length > mostCompared ? undefined : diffWordsWithSpace(before, after)),
    [before, after],
  )
  if (!changes) return after
  return changes.map(({ value, added, removed }, index) =>
    removed ? (
      <del key={index} className="text-ink-muted decoration-danger">
        <VisuallyHidden>{t('write.removed')} </VisuallyHidden>
        {value}
      </del>
    ) : added ? (
      <ins key={index} className="rounded-sm bg-success-soft no-underline">
        {value}
      </ins>
    ) : (
      <span key={index}>{value}</span>
    ),
  )
}
