import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog, Dialog, type DialogProps } from './dialog.tsx'
import { useKitWords } from './words.ts'

/** A {@link FormDialog}: its texts, what became of the last sending, and what is done with it. */
export interface FormDialogProps {
  title: ReactNode
  description?: ReactNode
  shape?: NonNullable<DialogProps['shape']>
  /** Label of the button that sends the form; "Save" by default. */
  submitLabel?: string
  /** `danger` for what cannot be undone; `primary` by default. */
  submitVariant?: 'primary' | 'danger'
  /** Whether it may be sent, true by default: until then its button is disabled, and the Enter key does nothing. */
  isReady?: boolean
  /** Whether the form is being sent; its button says so. */
  busy?: boolean
  /** Why the last sending was refused, where no field says it; stays in view above the buttons. */
  problem?: ReactNode
  /**
   * What is wrong with the fields, in any form. When another value is given, the focus goes to the first field that is
   * marked as wrong; where none is, the first sentence about a mistake is scrolled to.
   */
  mistakes?: unknown
  /** Whether closing would lose what was typed: it is asked for then. */
  isChanged?: boolean
  /** Classes of the form in place of `k-dialog-form`, in which fields stand below each other. */
  className?: string
  onSubmit(): unknown
  /** Called when it was cancelled. A caller who has saved stops drawing it, which asks nothing. */
  onClose(): void
  children: ReactNode
}

/** A form in a window of its own, open for as long as it is drawn: fields, a button that cancels, one that sends. */
export function FormDialog({
  title,
  description,
  shape = 'box',
  submitLabel,
  submitVariant = 'primary',
  isReady = true,
  busy = false,
  problem,
  mistakes,
  isChanged = false,
  className = 'k-dialog-form',
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const t = useKitWords()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-problem] button')
    wrong?.focus()
    const seen = wrong ?? form.current?.querySelector('[role=alert]')
    seen?.scrollIntoView({ block: 'nearest' })
  }, [mistakes])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // React passes it on to the form that this one was opened from.
    event.stopPropagation()
    if (!busy && isReady) onSubmit()
  }
  const leave = (): void => (isChanged ? setLeaving(true) : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) leave()
      }}
      shape={shape}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={leave}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant={submitVariant} busy={busy} disabled={!isReady}>
            {submitLabel ?? t('save')}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate className={className} onSubmit={submit}>
        {children}
        {problem !== undefined && problem !== null && problem !== '' && (
          <p role="alert" className="k-dialog-problem">
            {problem}
          </p>
        )}
      </form>
      <ConfirmDialog
        title={t('discard.title')}
        description={t('discard.detail')}
        confirmLabel={t('discard.confirm')}
        open={isLeaving}
        onOpenChange={setLeaving}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
