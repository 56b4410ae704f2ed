import { Badge, Button, classNames, Dialog, EmptyState, ErrorState, Skeleton, useErrorText } from '@recado/sdk/ui'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx'
import type { Ticket } from '../../../base/contracts.ts'
import { MessagePreview } from '../../../parts/messages/MessagePreview.tsx'
import { useJoinActs, useTicketMerges } from './use-join.ts'

/** Choice of another ticket of the contact to merge into this one, the effect, and earlier merges. */
export function JoinDialog({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const { t } = useTranslation('attendance')
  const textOf = useErrorText()
  const query = useTicketMerges(ticket.id)
  const { join, undo } = useJoinActs(ticket)
  const [chosen, setChosen] = useState<string | null>(null)
  const candidates = query.data?.candidates ?? []
  const merges = query.data?.merges ?? []
  const from = chosen ?? (candidates.length === 1 ? candidates[0]!.id : null)
  return (
    <Dialog
      title={t('join.title')}
      description={t('join.detail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button
            variant="primary"
            disabled={from === null}
            busy={join.isPending}
            onClick={() => {
              if (from) join.mutate(from, { onSuccess: onClose })
            }}
          >
            {t('join.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {query.isPending && <Skeleton lines={3} />}
        {query.isError && <ErrorState what={t('join.what')} error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && candidates.length === 0 && (
          <EmptyState icon={<Merge size={20} />} title={t('join.none')}>
            {t('join.noneDetail')}
          </EmptyState>
        )}
        {candidates.length > 0 && (
          <div
            role="radiogroup"
            aria-label={t('join.choose')}
            className="scroll-thin flex max-h-72 flex-col gap-1 overflow-y-auto"
          >
            {candidates.map((one) => (
              <label
                key={one.id}
                htmlFor={`join-${one.id}`}
                className={classNames(
                  'flex cursor-pointer items-center gap-3 rounded-md border px-3 py-2 text-list ' +
                    'has-focus-visible:outline-2',
                  from === one.id ? 'border-accent bg-selected' : 'border-line hover:bg-hover',
                )}
              >
                <input
                  id={`join-${one.id}`}
                  type="radio"
                  name="join"
                  aria-label={t('header.protocol', { protocol: one.protocol })}
                  className="size-4 accent-accent"
                  checked={from === one.id}
                  onChange={() => setChosen(one.id)}
                />
                <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                  <span className="flex items-center gap-2">
                    <span className="font-medium tabular-nums">{t('header.protocol', { protocol: one.protocol })}</span>
                    <Badge>{t(`status.${one.status}`)}</Badge>
                    <span className="ml-auto">
                      <RelativeTime at={one.createdAt} />
                    </span>
                  </span>
                  <span className="truncate text-ink-muted">
                    {t('join.messages', { count: one.messages })}
                    {one.messages > 0 && (
                      <>
                        {' '}
                        · <MessagePreview words={one.lastMessage} content={one.lastContent} />
                      </>
                    )}
                  </span>
                </span>
              </label>
            ))}
          </div>
        )}
        {query.isSuccess && <p className="text-xs text-ink-muted">{t('join.elsewhere')}</p>}
        {merges.length > 0 && (
          <section className="flex flex-col gap-1 border-t border-line pt-3">
            <h3 className="text-xs font-semibold text-ink-muted">{t('join.merged')}</h3>
            <ul>
              {merges.map((one) => (
                <li key={one.id} className="flex items-center gap-2 text-list">
                  <span className="min-w-0 flex-1 truncate tabular-nums">
                    {t('join.mergedAs', { protocol: one.from.protocol, user: one.user })}
                  </span>
                  <RelativeTime at={one.mergedAt} />
                  {one.canUndo && (
                    <Button
                      size="small"
                      variant="ghost"
                      busy={undo.isPending && undo.variables === one.id}
                      onClick={() => undo.mutate(one.id)}
                    >
                      {t('join.undo')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        {(join.error ?? undo.error) && (
          <p role="alert" className="k-field-error">
            {textOf(join.error ?? undo.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
