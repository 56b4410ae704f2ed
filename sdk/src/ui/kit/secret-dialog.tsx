import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** A {@link SecretDialog}: what was made, and what is done with it. */
export interface SecretDialogProps {
  title: string
  /** Says that it is shown this once. */
  description: string
  /** Label of the button by which the user says that they have it. */
  keptLabel: string
  /** Called when it is closed, in whatever way; the secret is then forgotten. */
  onClose(): void
  /** The secret in a `CopiedText`, with examples of its use. */
  children: ReactNode
}

/** Shows a token or key right after it was made, which nobody is shown again. Open for as long as it is drawn. */
export function SecretDialog({ title, description, keptLabel, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      shape="wide"
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          {keptLabel}
        </Button>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </Dialog>
  )
}
