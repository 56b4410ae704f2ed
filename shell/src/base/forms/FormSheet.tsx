import { FormDialog, useErrorText } from '@recado/sdk/ui'
import { useState, type ReactNode } from 'react'

export interface FormSheetState {
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
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(undefined)
  return {
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
  const textOf = useErrorText()
  return (
    <FormDialog
      title={title}
      shape="sheet"
      submitLabel={action}
      busy={sheet.busy}
      problem={sheet.problem === undefined || told ? undefined : textOf(sheet.problem)}
      mistakes={sheet.problem}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  )
}
