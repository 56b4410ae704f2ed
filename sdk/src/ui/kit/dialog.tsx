import { AlertDialog, Dialog as RadixDialog } from 'radix-ui'
import { X } from 'lucide-react'
import { useId, useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import { PluginRoot } from '../plugin/context.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useErrorText } from './error-text.ts'
import { Field, Input } from './field.tsx'
import { useFocusBefore } from './focus-before.ts'
import { useKitWords } from './words.ts'

/** A {@link Dialog}: its texts, its shape, who decides whether it is open. */
export interface DialogProps {
  title: ReactNode
  description?: ReactNode
  /** A button that opens it. Without one, `open` decides. */
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** `sheet` comes from the side: for long forms and for panels on small screens. */
  shape?: 'box' | 'wide' | 'sheet'
  /** Buttons at the bottom, right aligned: cancel first, the main action last. */
  footer?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * A window over the page that holds the focus until it is closed, and then returns it. For a question before a
 * destructive act use {@link ConfirmDialog}.
 */
export function Dialog(props: DialogProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <RadixDialog.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <PluginRoot>
          <RadixDialog.Overlay className="k-overlay" />
          <Window {...props} />
        </PluginRoot>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function Window({ title, description, trigger, shape = 'box', footer, className, children }: DialogProps) {
  const t = useKitWords()
  const giveBack = useFocusBefore()
  return (
    <RadixDialog.Content
      className={classNames('k-dialog', className)}
      data-shape={shape}
      {...(description === undefined ? { 'aria-describedby': undefined } : {})}
      {...(trigger ? {} : { onCloseAutoFocus: giveBack })}
    >
      <header className="k-dialog-header">
        <RadixDialog.Title className="k-dialog-title">{title}</RadixDialog.Title>
        {/* Without a tooltip: it opens with the first focus and would take the first Escape. */}
        <RadixDialog.Close asChild>
          <Button variant="ghost" className="k-icon-button" icon={<X size={16} />} aria-label={t('close')} />
        </RadixDialog.Close>
      </header>
      {description !== undefined && (
        <RadixDialog.Description className="k-dialog-description">{description}</RadixDialog.Description>
      )}
      <div className="k-dialog-body">{children}</div>
      {footer && <footer className="k-dialog-footer">{footer}</footer>}
    </RadixDialog.Content>
  )
}

/** Props of {@link ConfirmDialog}: the consequence, and the label of its button. */
export interface ConfirmDialogProps {
  title: ReactNode
  /** The consequence, in a sentence. */
  description: ReactNode
  /** The verb: "Delete channel", not "OK". */
  confirmLabel: string
  open: boolean
  onOpenChange(open: boolean): void
  /** The dialog stays open and busy until it resolves; a rejection is shown in it. */
  onConfirm(): Promise<unknown> | void
  tone?: 'danger' | 'neutral'
  /** For what cannot be brought back: has to be typed, usually the thing's own name. */
  word?: string
}

/** Asks for confirmation of an act that cannot be undone. The focus begins on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <PluginRoot>
          <AlertDialog.Overlay className="k-overlay" />
          <Question {...props} />
        </PluginRoot>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

const Question = (props: ConfirmDialogProps) => (
  <AlertDialog.Content className="k-dialog" onCloseAutoFocus={useFocusBefore()}>
    <Confirmation {...props} />
  </AlertDialog.Content>
)

/** Mounted only while the dialog is open, so that typed texts and errors do not outlast it. */
function Confirmation({
  title,
  description,
  confirmLabel,
  onOpenChange,
  onConfirm,
  tone = 'danger',
  word,
}: ConfirmDialogProps) {
  const t = useKitWords()
  const textOf = useErrorText()
  const form = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(undefined)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    // A question asked from within a form is a form of its own, and answering it saves nothing of the other.
    event.stopPropagation()
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (thrown) {
      setProblem(thrown)
      setBusy(false)
    }
  }
  return (
    <>
      <header className="k-dialog-header">
        <AlertDialog.Title className="k-dialog-title">{title}</AlertDialog.Title>
      </header>
      <AlertDialog.Description className="k-dialog-description">{description}</AlertDialog.Description>
      <form id={form} className="k-dialog-body" onSubmit={(event) => void confirm(event)}>
        {word !== undefined && (
          <Field label={t('typeWord', { word })}>
            <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          </Field>
        )}
        {problem !== undefined && (
          <p role="alert" className="k-field-error">
            {textOf(problem)}
          </p>
        )}
      </form>
      <footer className="k-dialog-footer">
        <AlertDialog.Cancel asChild>
          <Button>{t('cancel')}</Button>
        </AlertDialog.Cancel>
        <Button
          type="submit"
          form={form}
          variant={tone === 'danger' ? 'danger' : 'primary'}
          busy={busy}
          disabled={word !== undefined && typed.trim() !== word}
        >
          {confirmLabel}
        </Button>
      </footer>
    </>
  )
}
