import { Button, Dialog, useErrorText } from '@recado/sdk/ui'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface FormSheetState {
  readonly id: string
  readonly busy: boolean
  /** Why the last sending was refused; undefined when it was not. */
  readonly problem: unknown
  /** Clears the refusal after a change of its field. */
  forget(): void
  /** Sends once at a time and closes when it was done; a refusal keeps the sheet with all that was typed. */
  send(work: () => Promise<unknown>): Promise<void>
}

/** The sending of a form in a sheet, for forms that show refusals at their fields. */
export function useFormSheet(onClose: () => void): FormSheetState {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(undefined)
  return {
    id,
    busy,
    problem,
    forget: () => setProblem(undefined),
    async send(work) {
      setBusy(true)
      setProblem(undefined)
      try {
        await work()
        onClose()
      } catch (thrown) {
        setProblem(thrown)
        setBusy(false)
      }
    },
  }
}

/** A form in a sheet at the side. `told`: the refusal is at a field already and is not said again below. */
export function FormSheet({
  sheet,
  title,
  action,
  told = false,
  onSubmit,
  onClose,
  children,
}: {
  sheet: FormSheetState
  title: string
  action: string
  told?: boolean
  onSubmit(): void
  onClose(): void
  children: ReactNode
}) {
  const { t } = useTranslation('shell')
  const textOf = useErrorText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      title={title}
      shape="sheet"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" form={sheet.id} variant="primary" busy={sheet.busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={sheet.id} className="flex flex-col gap-4" noValidate onSubmit={submit}>
        {children}
        {sheet.problem !== undefined && !told && (
          <p role="alert" className="text-list text-danger">
            {textOf(sheet.problem)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
