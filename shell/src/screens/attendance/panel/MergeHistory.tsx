import { Badge, Button, usePermission } from '@recado/sdk/ui'
import { Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../base/ui/TimeAgo.tsx'
import { useMergeActs, useMerges } from '../../../data/contacts/use-contact.ts'

/** Contacts merged into this one, newest first, each with its undo. Draws nothing for a contact without merges. */
export function MergeHistory({ contactId }: { contactId: string }) {
  const { t } = useTranslation('attendance')
  const mayMerge = usePermission('contacts.merge')
  const heading = useId()
  const { undo } = useMergeActs()
  const query = useMerges(contactId)
  const merges = query.data?.pages.flatMap((page) => page.merges) ?? []
  if (merges.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="pb-1.5 text-xs font-semibold text-ink-muted">
        {t('merge.history')}
      </h3>
      <ul className="flex flex-col gap-2 text-list">
        {merges.map((merge) => (
          <li key={merge.id} className="flex items-center gap-2">
            <div className="min-w-0 flex-1 leading-tight">
              <p className="flex items-center gap-1.5">
                <span className="min-w-0 truncate" title={merge.from.name}>
                  {merge.from.name}
                </span>
                {merge.undoneAt !== null && <Badge>{t('merge.undoneMark')}</Badge>}
              </p>
              <p className="text-xs text-ink-muted">
                <TimeAgo at={merge.mergedAt} className="tabular-nums" /> ·{' '}
                {merge.automatic ? t('merge.automatic') : merge.user?.name}
              </p>
            </div>
            {mayMerge && merge.undoneAt === null && (
              <Button
                size="small"
                icon={<Undo2 size={14} />}
                busy={undo.isPending && undo.variables === merge.id}
                aria-label={t('merge.undoOf', { name: merge.from.name })}
                onClick={() => undo.mutate(merge.id)}
              >
                {t('merge.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="small"
          variant="ghost"
          className="mt-1.5"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('merge.more')}
        </Button>
      )}
    </section>
  )
}
