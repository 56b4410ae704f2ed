import { ApiError, Button, Dialog, useErrorText } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorCode } from '../contracts.ts'

interface Props {
  title: string
  /** Effect of the deletion, in a sentence. */
  description: string
  /** Says what is in the way; null while nothing is known to. */
  inUse: string | null
  /** With which the server says that something is in the way after all, and what to say then. */
  refusal: ErrorCode
  refused: string
  confirmLabel: string
  isActive: boolean
  onDelete(): Promise<unknown>
  onDeactivate(): Promise<unknown>
  onClose(): void
}

/** Deletes an unused object. A used one cannot be deleted, and the dialog offers to switch it off. */
export function DeleteOrDeactivate({
  title,
  description,
  inUse,
  refusal,
  refused,
  confirmLabel,
  isActive,
  onDelete,
  onDeactivate,
  onClose,
}: Props) {
  const { t } = useTranslation('queues')
  const textOf = useErrorText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(undefined)
  const isRefused = ApiError.is(problem) && problem.code === refusal
  const reason = isRefused ? refused : inUse
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      onClose()
    } catch (thrown) {
      setProblem(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      description={reason ?? description}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            {t(reason !== null && !isActive ? 'inUse.close' : 'shell:action.cancel')}
          </Button>
          {reason === null && (
            <Button variant="danger" busy={busy} onClick={() => void run(onDelete)}>
              {confirmLabel}
            </Button>
          )}
          {reason !== null && isActive && (
            <Button variant="primary" busy={busy} onClick={() => void run(onDeactivate)}>
              {t('inUse.deactivate')}
            </Button>
          )}
        </>
      }
    >
      {reason !== null && <p className="text-list">{t(isActive ? 'inUse.wayOut' : 'inUse.isInactive')}</p>}
      {problem !== undefined && !isRefused && (
        <p role="alert" className="k-field-error">
          {textOf(problem)}
        </p>
      )}
    </Dialog>
  )
}
